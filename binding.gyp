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
        "native/kernel/checksum.cc",
        "native/kernel/colour.cc",
        "native/kernel/colour_fast.cc",
        "native/kernel/colour_plan.cc",
        "native/kernel/composite.cc",
        "native/kernel/coverage.cc",
        "native/kernel/deflate.cc",
        "native/kernel/deflate_block.cc",
        "native/kernel/deflate_costs.cc",
        "native/kernel/deflate_optimal.cc",
        "native/kernel/deflate_parse.cc",
        "native/kernel/dither.cc",
        "native/kernel/glyph.cc",
        "native/kernel/grey.cc",
        "native/kernel/grey_fast.cc",
        "native/kernel/grey_plan.cc",
        "native/kernel/huffman.cc",
        "native/kernel/hull.cc",
        "native/kernel/ink_match.cc",
        "native/kernel/measured.cc",
        "native/kernel/noise_tile.cc",
        "native/kernel/oklab.cc",
        "native/kernel/opponent.cc",
        "native/kernel/outline.cc",
        "native/kernel/pack.cc",
        "native/kernel/png.cc",
        "native/kernel/srgb.cc",
        "native/kernel/text_plane.cc",
        "native/kernel/two_value.cc",
        "native/kernel/variant.cc"
      ],
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
      "sources": ["native/addon.cc", "native/bind.cc", "native/bind_clock.cc", "native/bind_confine.cc", "native/bind_dither.cc", "native/bind_png.cc", "native/bind_text.cc", "native/syscall_filter.cc"],
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
            "native/test/png_test.cc",
            "native/test/rules_test.cc",
            "native/test/text_plane_test.cc",
            "native/test/variants_test.cc"
          ],
          "include_dirs": ["native/kernel"],
          "cflags_cc!": ["<@(stipple_cflags_remove)"],
          "cflags_cc": ["<@(stipple_cflags)"],
          "xcode_settings": {"CLANG_CXX_LANGUAGE_STANDARD": "c++20"}
        }
      ]
    }]
  ]
}
