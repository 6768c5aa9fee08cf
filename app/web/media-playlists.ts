import type { MediaObject } from '#app/domain/media/find-media-for-viewer.server.ts'
import { masterPlaylist, rungPlaylist, thumbnailTrack } from '#app/domain/media/streams.ts'
import type { MediaLink } from './media-links.ts'

type Described = Extract<MediaObject, { kind: 'playlist' | 'thumbnails' }>

/** The text that names the parts of a video for one viewer, with URLs that are theirs alone. */
export function describeVideo(
  mediaId: string,
  object: Described,
  { link, savesData }: { link: MediaLink; savesData: boolean },
): { text: string; contentType: string } {
  const hrefOf = (file: string): string => link(mediaId, file)
  if (object.kind === 'thumbnails')
    return {
      text: thumbnailTrack(object.plan, object.durationMs, hrefOf('sprite.jpeg')),
      contentType: 'text/vtt; charset=utf-8',
    }
  // A browser in data-saving mode gets the smallest alone.
  const streams = savesData ? object.streams.slice(0, 1) : object.streams
  return {
    text: object.rung === null ? masterPlaylist(streams, hrefOf) : rungPlaylist(object.streams[0]!, hrefOf),
    contentType: 'application/vnd.apple.mpegurl',
  }
}
