// SPDX-License-Identifier: MIT
//
// command_buffer_cpp_move - exercise 4 of command_buffer_cpp: an owner that can only be moved.
//
//     c++ -std=c++17 -Wall build/exercises/command_buffer_cpp_move.cpp -o build/mine
//     build/mine

#include <iostream>
#include <type_traits>
#include <utility>

// Stands for a recording of the driver.  `released` counts how often it was given back.
static int released = 0;

class recording
{
  public:
    recording() = default;
    //: skeleton
    //: // Exercise 4 of command_buffer_cpp: forbid copies, and let a move take the handle away from
    //: // the other one.
    //: solution
    recording(const recording &) = delete;
    recording &operator=(const recording &) = delete;
    recording(recording &&other) noexcept : handle(std::exchange(other.handle, 0))
    {
    }
    recording &operator=(recording &&other) noexcept
    {
        std::swap(handle, other.handle);
        return *this;
    }
    //: end
    ~recording()
    {
        if (handle != 0) released++;
    }

  private:
    int handle = 1;    // 0: somebody else has it now
};

int main()
{
    const bool copied = std::is_copy_constructible<recording>::value;
    const bool moved = std::is_nothrow_move_constructible<recording>::value;
    {
        recording first;
        recording second(std::move(first));
    }
    std::cout << (copied ? "can be copied" : "cannot be copied") << ", "
              << (moved ? "can be moved" : "cannot be moved") << ", released " << released
              << " times\n";
    return !copied && moved && released == 1 ? 0 : 1;
}
