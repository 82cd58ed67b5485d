{
  "variables": {
    # node scripts/build-addon.mjs --build_tests=1 also builds the kernel's own test program.
    "build_tests%": 0,
    "stipple_cflags": [
      "-std=c++20",
      "-O3",
      "-Wall",
      "-Wextra",
      "-Wshadow",
      "-Werror",
      "-fvisibility=hidden",
      # A fused multiply-add rounds once where a separate one rounds twice: pictures would differ by machine.
      "-ffp-contract=off"
    ],
    "stipple_cflags_remove": ["-std=gnu++17", "-std=gnu++20", "-O2", "-O3"]
  },
  "targets": [
    {
      "target_name": "stipple_kernel",
      "type": "static_library",
      "sources": [
        "native/kernel/colour/oklab.cc",
        "native/kernel/colour/srgb.cc",
        "native/kernel/dither/colour.cc",
        "native/kernel/dither/colour_fast.cc",
        "native/kernel/dither/colour_plan.cc",
        "native/kernel/dither/composite.cc",
        "native/kernel/dither/dither.cc",
        "native/kernel/dither/grey.cc",
        "native/kernel/dither/grey_fast.cc",
        "native/kernel/dither/grey_plan.cc",
        "native/kernel/dither/hull.cc",
        "native/kernel/dither/measured.cc",
        "native/kernel/dither/noise_tile.cc",
        "native/kernel/dither/opponent.cc",
        "native/kernel/dither/variant.cc",
        "native/kernel/png/checksum.cc",
        "native/kernel/png/chunks.cc",
        "native/kernel/png/deflate.cc",
        "native/kernel/png/deflate_block.cc",
        "native/kernel/png/deflate_costs.cc",
        "native/kernel/png/deflate_optimal.cc",
        "native/kernel/png/deflate_parse.cc",
        "native/kernel/png/filter.cc",
        "native/kernel/png/huffman.cc",
        "native/kernel/png/mount.cc",
        "native/kernel/png/pack.cc",
        "native/kernel/png/png.cc",
        "native/kernel/png/two_value.cc",
        "native/kernel/text/coverage.cc",
        "native/kernel/text/glyph.cc",
        "native/kernel/text/ink_match.cc",
        "native/kernel/text/outline.cc",
        "native/kernel/text/text_plane.cc"
      ],
      "include_dirs": ["native/kernel"],
      "direct_dependent_settings": {"include_dirs": ["native/kernel"]},
      "cflags_cc!": ["<@(stipple_cflags_remove)"],
      "cflags_cc": ["<@(stipple_cflags)"],
      "cflags": ["-fPIC"],
      "xcode_settings": {
        "CLANG_CXX_LANGUAGE_STANDARD": "c++20",
        "GCC_OPTIMIZATION_LEVEL": "3",
        "OTHER_CPLUSPLUSFLAGS": ["-ffp-contract=off"]
      }
    },
    {
      "target_name": "stipple",
      "dependencies": ["stipple_kernel"],
      "sources": ["native/addon.cc", "native/bind.cc", "native/bind_clock.cc", "native/bind_confine.cc", "native/bind_constants.cc", "native/bind_dither.cc", "native/bind_lock.cc", "native/bind_memory.cc", "native/bind_png.cc", "native/bind_text.cc", "native/confine/descriptors.cc", "native/confine/every_thread.cc", "native/confine/landlock.cc", "native/confine/process.cc", "native/confine/syscall_filter.cc"],
      "include_dirs": ["native"],
      "defines": [
        "NAPI_VERSION=9",
        "NODE_ADDON_API_DISABLE_CPP_EXCEPTIONS",
        # In a thread that is being ended no exception can be thrown: without this it would end the whole process.
        "NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS"
      ],
      "cflags_cc!": ["<@(stipple_cflags_remove)"],
      "cflags_cc": [
        "<@(stipple_cflags)",
        # Its headers do not pass -Wshadow. The compiler runs in build/.
        "-isystem",
        "../<!(node -p \"require('node-addon-api').include_dir\")"
      ],
      "xcode_settings": {
        "CLANG_CXX_LANGUAGE_STANDARD": "c++20",
        "OTHER_CPLUSPLUSFLAGS": [
          "-ffp-contract=off",
          "-isystem",
          "../<!(node -p \"require('node-addon-api').include_dir\")"
        ]
      }
    }
  ],
  "conditions": [
    ["build_tests==1", {
      "targets": [
        {
          "target_name": "kernel_test",
          "type": "executable",
          "dependencies": ["stipple_kernel"],
          "sources": [
            "native/test/deflate_test.cc",
            "native/test/glyph_test.cc",
            "native/test/inflate.cc",
            "native/test/main.cc",
            "native/test/pixels_test.cc",
            "native/test/mount_test.cc",
            "native/test/png_test.cc",
            "native/test/rules_test.cc",
            "native/test/text_plane_test.cc",
            "native/test/truecolour_test.cc",
            "native/test/variants_test.cc"
          ],
          "cflags_cc!": ["<@(stipple_cflags_remove)"],
          "cflags_cc": ["<@(stipple_cflags)"],
          "xcode_settings": {"CLANG_CXX_LANGUAGE_STANDARD": "c++20"}
        }
      ]
    }]
  ]
}
