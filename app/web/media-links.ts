import { to } from '#app/links.ts'

/** Makes the URL of a file of a medium. For private media of a signed-in viewer it contains a key (`mediaLinksFor`). */
export type MediaLink = (mediaId: string, file: string) => string

/** The URL of what everybody may see. */
export const publicMedia: MediaLink = to.media

/** Makes what follows the address of a file: the key of private media (`mediaKeysFor`). */
export type MediaKey = (mediaId: string, file: string) => string
