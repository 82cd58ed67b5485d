/** Makes any supported image one that resvg draws, with sharp where needed. */
import type { ImageHeader } from './image-header.ts';

/** The image as PNG, JPEG or GIF. Null when it cannot be decoded. */
export async function convertImage(bytes: Buffer, header: ImageHeader): Promise<Buffer | null> {
  if (header.format !== 'webp' && header.format !== 'avif' && header.orientation === 1) return bytes;
  // Loaded late: it takes 30 ms, and most pictures have no such image.
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(bytes).autoOrient().png({ compressionLevel: 0 }).toBuffer();
  } catch {
    return null;
  }
}
