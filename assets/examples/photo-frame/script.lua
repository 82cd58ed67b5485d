-- A photo that fills the panel. Shows `image_process`, which crops a photo and adapts its tones to e-paper, and
-- `data-tone="continuous"` in the template, with which it is dithered as a photo.

local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local metrics = require("lib/text")

-- 1. The place of the photo: the whole panel, or inside of a mat that is a little higher at the bottom -----------------

local box = { x = 0, y = 0, width = page.width, height = page.height }
local has_mat = params.frame == "mat"
if has_mat then
  local mat, foot = px(28), px(52)
  box = { x = mat, y = mat, width = page.width - 2 * mat, height = page.height - mat - foot }
end

-- 2. Get the photo; without network the cached one of the last day, else the one in this folder -------------------------

local function fetch()
  if params.url == nil then return nil end
  local answer = http_response(params.url, { timeout = 8, cache_ttl = params.refresh_minutes * 60 })
  if not answer.ok then
    log_warn("photo: " .. (answer.error or "status " .. answer.status))
    answer = http_response(params.url, { timeout = 1, cache_ttl = 86400 })
  end
  return answer.ok and answer.body or nil
end

-- `preset = "eink"` stretches the levels, sharpens, and adds contrast for e-paper; other options override it.
-- Data that is not a picture raises an error, which is caught, so that the photo of this folder is shown.
local function develop(bytes)
  local is_photo, href, width, height = pcall(image_process, bytes, {
    width = box.width,
    height = box.height,
    fit = has_mat and "inside" or "cover",
    position = not has_mat and params.position or nil,
    exposure = params.brightness,
    preset = "eink",
  })
  if is_photo then return { href = href, width = width, height = height } end
  log_warn("photo: " .. tostring(href))
  return nil
end

local bytes = fetch()
local photo = bytes and develop(bytes) or develop(read_asset("photo.jpg"))
if photo == nil then return grid.note("No photo at the moment", nil, 600) end
photo.x = box.x + (box.width - photo.width) // 2
photo.y = box.y + (box.height - photo.height) // 2

-- 3. The caption: on the mat, otherwise on a white strip, since text on dithered dots is hard to read ------------------

local caption = nil
if params.caption ~= "" then
  local size = px(20)
  local text = metrics.fit(params.caption, size * metrics.SERIF, page.inner - px(24))
  local width = math.ceil(metrics.width_of(text, size) * metrics.SERIF) + px(28)
  caption = { text = text, size = size, width = width, height = px(36), x = px(20), y = page.height - px(56) }
  if has_mat then caption.x, caption.y = (page.width - width) // 2, page.height - px(44) end
  caption.text_y = caption.y + caption.height // 2 + round(size * 0.33)
  caption.on_photo = not has_mat
end

return {
  data = { page = page, photo = photo, caption = caption, edge = has_mat and page.hair or nil },
  refresh_rate = params.refresh_minutes * 60,
}
