/** The SQL of the blurred preview of `media` for a page: inlined as a data URI, without an address; null where it has none. */
export const previewSql = (media: string): string =>
  `'data:image/webp;base64,' || translate(encode(${media}.preview, 'base64'), chr(10), '')`
