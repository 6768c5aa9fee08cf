/** A picture in several formats and widths, as the media module provides it. */
export type PictureData = {
  sources: { type: string; srcset: string }[]
  src: string
  width: number
  height: number
  alt: string
}

type ResponsivePictureProps = {
  picture: PictureData
  /** How wide it is shown, for the browser's choice of a file. */
  sizes: string
  /** For at most one picture of a page, the largest one in view (LCP). All others load lazily. */
  eager?: boolean
  /** Further down than a phone shows: the pictures before it come first. */
  late?: boolean
}

/** The formats in their order; the last one is the image's own, because every browser that our pages support reads it. */
export function ResponsivePicture({ picture, sizes, eager = false, late = false }: ResponsivePictureProps) {
  const priority = late ? 'low' : undefined
  const own = picture.sources.at(-1)
  return (
    <picture>
      {picture.sources.slice(0, -1).map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcset} sizes={sizes} />
      ))}
      <img
        srcSet={own?.srcset}
        sizes={own && sizes}
        src={picture.src}
        width={picture.width}
        height={picture.height}
        alt={picture.alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : priority}
        decoding="async"
      />
    </picture>
  )
}
