/** A picture in several formats and widths, as the media room hands it out. */
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
  /** At most one picture of a page: the one that the page is judged by. All others wait until they are near. */
  eager?: boolean
  className?: string
}

/** AVIF, then WebP, then what every browser reads. */
export function ResponsivePicture({ picture, sizes, eager = false, className }: ResponsivePictureProps) {
  return (
    <picture className={className}>
      {picture.sources.map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcset} sizes={sizes} />
      ))}
      <img
        src={picture.src}
        width={picture.width}
        height={picture.height}
        alt={picture.alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  )
}
