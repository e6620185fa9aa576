// SPDX-License-Identifier: MIT
//
// command_buffer_cpp_move - exercise 4 of command_buffer_cpp: an owner that can only be moved.
//
//     cp ch14_opencl2/solutions/command_buffer_cpp_move_skeleton.cpp build/mine.cpp
//     c++ -std=c++17 -Wall -Wextra -pedantic build/mine.cpp -o build/mine && build/mine

#include <iostream>
#include <type_traits>
#include <utility>

// Stands for a recording of the driver.  `released` counts how often it was given back.
static int released = 0;

class recording
{
  public:
    recording() = default;
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
