import { Button } from '#app/ui/button.tsx'
import { Card, Glyph, ListRow } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import type { RequestChip, RequestMediaView } from './request-look.ts'
import { ResponsivePicture } from './responsive-picture.tsx'
import { VideoPlayer } from './video-player.tsx'
import { VoiceNote } from './voice-note.tsx'

export function StatusChip({ chip }: { chip: RequestChip }) {
  return (
    <Chip tone={chip.tone} icon={chip.icon}>
      {chip.label}
    </Chip>
  )
}

type RequestRow = {
  id: string
  icon: IconName
  title: string
  meta: string
  reference: string
  chip: RequestChip
  href: string
}

/** A list of requests, the newest first. */
export function RequestRows({ rows }: { rows: readonly RequestRow[] }) {
  return (
    <Card rows as="ul">
      {rows.map(({ id, icon, chip, reference, meta, ...row }) => (
        <li key={id}>
          <ListRow
            {...row}
            leading={<Glyph icon={icon} />}
            meta={
              <>
                <span className="request-line">{meta}</span>
                <span className="row">
                  <StatusChip chip={chip} />
                  {reference}
                </span>
              </>
            }
          />
        </li>
      ))}
    </Card>
  )
}

type WordsProps = { icon: IconName; what: string; words: string; wantedBy: string; note?: string }

/** What was asked for, as its fan wrote it. */
export function RequestWords({ icon, what, words, wantedBy, note }: WordsProps) {
  return (
    <>
      <div className="row">
        <Glyph icon={icon} />
        <span>
          <span className="text-h3 request-line">{what}</span>
          {note && <span className="text-muted request-line">{note}</span>}
        </span>
      </div>
      {words && <p className="request-words break-lines">{words}</p>}
      <p className="row text-secondary">
        <Icon name="calendar-days" size={20} />
        {wantedBy}
      </p>
    </>
  )
}

/** The media of a request in place; while its creator prepares them, each can be taken out. */
export function RequestMedia({ media, removable = false }: { media: RequestMediaView; removable?: boolean }) {
  return (
    <div className="stack stack-16">
      {media.photos.map(({ mediaId, picture, fullHref }) => (
        <div key={mediaId} className="stack stack-8">
          <a className="request-photo" href={fullHref}>
            <ResponsivePicture picture={picture} sizes="(min-width: 768px) 448px, 100vw" />
            <span className="visually-hidden">Open full size</span>
          </a>
          {removable && <RemoveForm mediaId={mediaId} />}
        </div>
      ))}
      {media.videos.map(({ mediaId, video }) => (
        <div key={mediaId} className="stack stack-8">
          <VideoPlayer video={video} label="Custom video" />
          {removable && <RemoveForm mediaId={mediaId} />}
        </div>
      ))}
      {media.voices.map(({ mediaId, voice }) => (
        <div key={mediaId} className="stack stack-8">
          <VoiceNote voice={voice} />
          {removable && <RemoveForm mediaId={mediaId} />}
        </div>
      ))}
    </div>
  )
}

function RemoveForm({ mediaId }: { mediaId: string }) {
  return (
    <form method="post">
      <input type="hidden" name="medium" value={mediaId} />
      <Button variant="quiet" size="small" icon="trash" name="intent" value="remove">
        Remove
      </Button>
    </form>
  )
}
