// SPDX-License-Identifier: MIT

#include "system/own_files.h"

#include "system/file_kind.h"
#include "system/last_error.h"
#include "system/paths.h"
#include "system/read_file.h"
#include "system/replace_file.h"
#include "system/write_file.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// After the above.
#include <windows.h>
// In the order that they need.
#include <aclapi.h>
#include <sddl.h>

// Somebody's number in Windows, with room for the longest.
typedef struct {
    union {
        SID sid;
        BYTE room[SECURITY_MAX_SID_SIZE];
    };
} account;

// The user who runs the program, and who owns what it makes: for an administrator, that is the
// group of the administrators.
typedef struct {
    account user, owner;
} own_accounts;

static bool copy_account(account *to, PSID from)
{
    return from && IsValidSid(from) && CopySid(sizeof to->room, &to->sid, from);
}

static bool find_own_accounts(own_accounts *own)
{
    HANDLE token;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) return false;
    union {
        TOKEN_USER user;
        TOKEN_OWNER owner;
        BYTE room[sizeof(TOKEN_USER) + SECURITY_MAX_SID_SIZE];
    } answer;
    DWORD bytes;
    const bool ok = GetTokenInformation(token, TokenUser, &answer, sizeof answer, &bytes) &&
                    copy_account(&own->user, answer.user.User.Sid) &&
                    GetTokenInformation(token, TokenOwner, &answer, sizeof answer, &bytes) &&
                    copy_account(&own->owner, answer.owner.Owner);
    CloseHandle(token);
    return ok;
}

static bool is_own_account(const own_accounts *own, PSID who)
{
    return EqualSid(who, (PSID)&own->user.sid) || EqualSid(who, (PSID)&own->owner.sid);
}

// Who may write everything anyway, and who stands for the owner.
static bool is_trusted(const own_accounts *own, PSID who)
{
    return is_own_account(own, who) || IsWellKnownSid(who, WinLocalSystemSid) ||
           IsWellKnownSid(who, WinBuiltinAdministratorsSid) ||
           IsWellKnownSid(who, WinCreatorOwnerSid) || IsWellKnownSid(who, WinCreatorOwnerRightsSid);
}

// Whether the list of rights lets anybody else write.  Without a list everybody may.
static bool others_may_write(const own_accounts *own, PACL list)
{
    const DWORD writing = FILE_WRITE_DATA | FILE_APPEND_DATA | FILE_DELETE_CHILD | DELETE |
                          WRITE_DAC | WRITE_OWNER | GENERIC_WRITE | GENERIC_ALL;
    if (!list) return true;
    for (DWORD i = 0; i < list->AceCount; i++) {
        void *entry;
        if (!GetAce(list, i, &entry)) return true;
        const ACE_HEADER *header = entry;
        if (header->AceType == ACCESS_DENIED_ACE_TYPE || (header->AceFlags & INHERIT_ONLY_ACE))
            continue;
        if (header->AceType != ACCESS_ALLOWED_ACE_TYPE) return true;    // nobody makes others here
        ACCESS_ALLOWED_ACE *allowed = entry;
        if ((allowed->Mask & writing) && !is_trusted(own, &allowed->SidStart)) return true;
    }
    return false;
}

typedef enum { OWN, OF_ANOTHER_USER, OTHERS_MAY_WRITE, UNKNOWN } ownership;

static ownership ownership_of(HANDLE file)
{
    own_accounts own;
    PSID owner = NULL;
    PACL list = NULL;
    PSECURITY_DESCRIPTOR descriptor = NULL;
    const SECURITY_INFORMATION wanted = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;
    ownership found = UNKNOWN;
    if (find_own_accounts(&own) && GetSecurityInfo(file, SE_FILE_OBJECT, wanted, &owner, NULL,
                                                   &list, NULL, &descriptor) == ERROR_SUCCESS) {
        if (!owner || !is_own_account(&own, owner))
            found = OF_ANOTHER_USER;
        else
            found = others_may_write(&own, list) ? OTHERS_MAY_WRITE : OWN;
    }
    LocalFree(descriptor);
    return found;
}

// A link is opened itself.  INVALID_HANDLE_VALUE when the path leads nowhere.
static HANDLE open_itself(const char *path, DWORD access)
{
    return CreateFileA(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                       OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS,
                       NULL);
}

static bool is_regular(HANDLE file)
{
    BY_HANDLE_FILE_INFORMATION about;
    return GetFileType(file) == FILE_TYPE_DISK && GetFileInformationByHandle(file, &about) &&
           !(about.dwFileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT));
}

bool ocl_read_own_file(const char *path, unsigned char **data, size_t *bytes)
{
    const HANDLE file = open_itself(path, GENERIC_READ);
    if (file == INVALID_HANDLE_VALUE) return false;
    int number = -1;
    if (is_regular(file) && ownership_of(file) == OWN)
        number = _open_osfhandle((intptr_t)file, _O_RDONLY | _O_BINARY);
    if (number < 0) {
        CloseHandle(file);
        return false;
    }
    FILE *stream = _fdopen(number, "rb");
    if (!stream) {
        _close(number);
        return false;
    }
    const bool ok = ocl_read_stream(stream, data, bytes);
    fclose(stream);
    return ok;
}

// It has the rights that its folder passes on.
bool ocl_write_own_file(const char *path, const void *data, size_t bytes)
{
    return ocl_replace_file(path, (ocl_mode){ 0 }, (ocl_blob){ data, bytes });
}

// A folder that only the user, the system and administrators may write, whatever the folder around
// it allows.
static bool make_private_folder(const char *path)
{
    own_accounts own;
    char *user = NULL, rights[256];
    if (!find_own_accounts(&own) || !ConvertSidToStringSidA(&own.user.sid, &user)) return false;
    snprintf(rights, sizeof rights, "D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;%s)", user);
    LocalFree(user);
    SECURITY_ATTRIBUTES attributes = { .nLength = sizeof attributes };
    if (!ConvertStringSecurityDescriptorToSecurityDescriptorA(
            rights, SDDL_REVISION_1, &attributes.lpSecurityDescriptor, NULL))
        return false;
    const bool ok = CreateDirectoryA(path, &attributes);
    const DWORD error = GetLastError();
    LocalFree(attributes.lpSecurityDescriptor);
    SetLastError(error);
    return ok;
}

bool ocl_make_own_folder(const char *path, ocl_message *why)
{
    char *parent = ocl_folder_of(path);
    ocl_make_folder(parent);    // what fails here fails again below
    free(parent);
    if (!make_private_folder(path) && GetFileAttributesA(path) == INVALID_FILE_ATTRIBUTES) {
        ocl_errno_of_last_error();
        return ocl_refuse(why, "%s: cannot make the folder: %s", path, strerror(errno));
    }
    if (!ocl_is_folder(path)) return ocl_refuse(why, "%s: it is no folder", path);
    const HANDLE folder =
        CreateFileA(path, READ_CONTROL, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    const ownership whose = folder != INVALID_HANDLE_VALUE ? ownership_of(folder) : UNKNOWN;
    if (folder != INVALID_HANDLE_VALUE) CloseHandle(folder);
    if (whose == UNKNOWN) return ocl_refuse(why, "%s: Windows does not say whose it is", path);
    if (whose == OF_ANOTHER_USER) return ocl_refuse(why, "%s: it belongs to another user", path);
    if (whose == OTHERS_MAY_WRITE)
        return ocl_refuse(why, "%s: other users may write to it (its properties, Security)", path);
    ocl_clear_temporary_files(path);
    return true;
}

char *ocl_user_cache(void)
{
    const char *local = getenv("LOCALAPPDATA");
    return local && *local ? ocl_join_path(local, "opencl-samples/cache") : NULL;
}
