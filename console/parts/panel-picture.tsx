/** A picture of a panel: on neutral grey, in a frame, never inverted. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

interface PanelPictureProps {
  /** Its address; null while there is none. */
  readonly src: string | null;
  /** What it shows, in words. */
  readonly alt: string;
  readonly width?: number | null;
  readonly height?: number | null;
  /** In a row of a table. */
  readonly small?: boolean;
  /** Why there is none. */
  readonly missing?: string;
}

export function PanelPicture({ src, alt, width, height, small = false, missing }: PanelPictureProps) {
  const isBroken = useSignal(false);
  useEffect(() => {
    isBroken.value = false;
  }, [src]);
  const isThere = src !== null && !isBroken.value;
  return (
    <span class={small ? 'panel-picture small' : 'panel-picture'}>
      {isThere ? (
        <img
          src={src}
          alt={alt}
          width={width ?? undefined}
          height={height ?? undefined}
          loading="lazy"
          decoding="async"
          onError={() => {
            isBroken.value = true;
          }}
        />
      ) : (
        <span class="no-picture" title={missing}>
          {small ? '' : (missing ?? 'No picture')}
        </span>
      )}
    </span>
  );
}
