/** A screen as an author of byonk 0.19 would write it, with everything in it that is otherwise here. */

const SCRIPT = `--[[ @params
station:
  type: string
]]
local std = require("byonk-base-v1/std")
local photo = http_get("https://example.com/photo.jpg", {
  danger_accept_invalid_certs = true, ca_cert = "/etc/ca.pem",
})
local opts = { client_cert = "/etc/c.pem", client_key = "/etc/k.pem" }
local reply = http_response("https://example.com/now", opts)
local src, w, h = image_process(photo, {
  preset = "none", palette_aware = true, fit = "stretch",
  crop = { x = 0.1, w = 0.5, h = 0.5 },
  temperature = 5, tint = 5, blacks = -5, whites = 5, highlights = -20, shadows = 20,
  contrast = 30, curve = { { 0, 0 } }, clarity = 20, vibrance = 10, saturation = 20,
  invert = true, sharpen = { amount = 40, radius = 1.0 },
})
local small = image_process(photo, { fit = "contain", width = 80 })
local full = image_process(photo, { fit = "none" })
local qr = qr_svg("https://example.com", {
  anchor = "bottom-right", right = 10, bottom = 10, module_size = 4, ec_level = "H", quiet_zone = 2,
})
local corner = qr_svg("x", { left = 20, top = 20 })
local shown = device.colors_actual or device.colors
local body = fonts["Outfit"]
local palette = greys(layout.grey_levels)
-- error_clamp = 1 in a comment is nothing, and so is one in "module_size = 4".
return {
  data = { src = src, qr = qr, top = 3, w = w, contrast = 1, updated = time_now() },
  refresh_rate = 300, dither = "atkinson", error_clamp = (device.dither.error_clamp or 1) * 0.5,
  noise_scale = 4, font_hinting = { engine = "auto" }, gamut = { knee = 0.5 },
}
`;

const TEMPLATE = `{% extends "byonk-base-v1/base.svg" %}
{% block content %}
<image data-byonk-tone="continuous" href="{{ data.src }}" width="800" height="480"/>
<text>{{ data.title | truncate(length=20) }} {{ data.updated | format_time(format="%H:%M") }}</text>
<text>{{ data.updated | format_time(format="%H:%M", timezone="UTC") }} {{ data.width / 2 | round }}</text>
<text>{{ now() | date }} {{ get_random(end=3) }} {{ get_env(name="HOME") }} {{ data.title | slugify }}</text>
{% if data.title is matching("^a") %}{{ data.title | linebreaksbr }}{{ data.title | spaceless }}{% endif %}
{% endblock %}
`;

export const BYONK_FILES: Readonly<Record<string, string>> = {
  'byonk-screens.yaml': 'name: mine\n',
  'board/meta.yaml': 'title: Board\ndescription: A board.\nbyonk: "0.19"\nrefresh: 60\n',
  'board/script.lua': SCRIPT,
  'board/screen.svg': TEMPLATE,
};
