import { useEffect, useRef, useState } from 'react'
import { Chip } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { useClosingDetails } from '#app/ui/use-closing-details.ts'
import { useLookAgain } from '#app/web/components/use-look-again.ts'
import { KIND_ICONS, KIND_LABELS, type Tile } from './tiles.ts'
import type { QueuedFile } from './use-media-queue.ts'
import { useTileDrag } from './use-tile-drag.ts'

type TilesProps = {
  tiles: readonly Tile[]
  cover?: string
  teaser?: string
  /** Everybody sees the whole post, so that no item is free in addition. */
  isPublic?: boolean
  /** The files that are on their way, behind the others. */
  queue?: readonly QueuedFile[]
  onCancel?: (key: string) => void
  onRetry?: (key: string) => void
  /** Called with the whole new order after a tile was dragged. Without it the tiles are only shown. */
  onOrder?: (order: string[]) => void
  children?: React.ReactNode
}

/**
 * The media of a post in their order. Each tile opens the buttons that move, mark and remove it: submit buttons of the form around them, so
 * they work without script and with the keyboard. With script, tiles are dragged too.
 */
export function MediaTiles(props: TilesProps) {
  const { tiles, cover, teaser, isPublic = false, queue = [], onCancel, onRetry, onOrder, children } = props
  const order = tiles.map((tile) => tile.mediaId)
  useLookAgain(tiles.some(({ state }) => state === 'processing'))
  const { said, moving } = useMovedTile(tiles)
  // Dragging repeats what the buttons in a tile do.
  const { list, dragged, over } = useTileDrag(
    order,
    onOrder &&
      ((changed, moved) => {
        moving(moved)
        onOrder(changed)
      }),
  )
  return (
    <>
      <ul className="media-tiles" aria-label="Photos, videos and voice notes of this post" ref={list}>
        {tiles.map((tile, index) => (
          <li
            key={tile.mediaId}
            className={joinClasses(
              'media-tile',
              over === tile.mediaId && 'media-tile-over',
              dragged === tile.mediaId && 'media-tile-lifted',
            )}
            data-medium={tile.mediaId}
          >
            <MediaTile
              tile={tile}
              place={index + 1}
              last={index === tiles.length - 1}
              cover={(cover || tiles[0]!.mediaId) === tile.mediaId}
              teaser={!isPublic && teaser === tile.mediaId}
              canBeFree={!isPublic && tiles.length > 1}
              changes={onOrder !== undefined}
              onMove={() => moving(tile.mediaId)}
            />
          </li>
        ))}
        {queue.map((file) => (
          <QueuedTile key={file.key} file={file} onCancel={onCancel} onRetry={onRetry} />
        ))}
        {children}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}

/** Says where a tile is once it has moved, and keeps the focus on it, so that a second press of a key moves it on. */
function useMovedTile(tiles: readonly Tile[]) {
  const pending = useRef<{ mediaId: string; from: number } | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const move = pending.current
    const place = tiles.findIndex((tile) => tile.mediaId === move?.mediaId)
    if (!move || place < 0 || place === move.from) return
    pending.current = null
    setSaid(`${KIND_LABELS[tiles[place]!.kind]} moved: now ${place + 1} of ${tiles.length}.`)
    document.querySelector<HTMLElement>(`[data-medium="${move.mediaId}"] summary`)?.focus()
  }, [tiles])
  const moving = (mediaId: string) => {
    pending.current = { mediaId, from: tiles.findIndex((tile) => tile.mediaId === mediaId) }
  }
  return { said, moving }
}

type MediaTileProps = {
  tile: Tile
  place: number
  last: boolean
  cover: boolean
  teaser: boolean
  canBeFree: boolean
  changes: boolean
  onMove: () => void
}

function MediaTile({ tile, place, last, cover, teaser, canBeFree, changes, onMove }: MediaTileProps) {
  const menu = useClosingDetails()
  const label = `${KIND_LABELS[tile.kind]} ${place}${tile.name ? `, ${tile.name}` : ''}`
  const face = (
    <>
      <TileFace tile={tile} sent={changes} />
      <span className="tile-marks">
        {cover && (
          <Chip small tone="plate">
            Cover
          </Chip>
        )}
        {teaser && (
          <Chip small tone="plate">
            Free
          </Chip>
        )}
      </span>
    </>
  )
  if (!changes)
    return (
      <span className="tile-face" role="img" aria-label={label}>
        {face}
      </span>
    )
  const button = (intent: string, text: string, onClick?: () => void) => (
    <button
      type="submit"
      name="intent"
      value={`${intent}:${tile.mediaId}`}
      className="menu-item"
      formNoValidate
      onClick={onClick}
    >
      {text}
    </button>
  )
  return (
    <details className="menu tile-menu" ref={menu}>
      <summary className="tile-face">
        {face}
        <span className="visually-hidden">{`${label}: change`}</span>
      </summary>
      <div className="menu-items">
        {tile.problem && <p className="text-danger">{tile.problem}</p>}
        {place > 1 && button('earlier', 'Move earlier', onMove)}
        {!last && button('later', 'Move later', onMove)}
        {!cover && button('cover', 'Use as cover')}
        {(teaser || canBeFree) && button('teaser', teaser ? 'Lock it with the others' : 'Free to see')}
        {button('remove', 'Remove')}
      </div>
    </details>
  )
}

/** The picture of a medium with its state; `sent` marks those that have arrived. */
export function TileFace({ tile, sent = false }: { tile: Tile; sent?: boolean }) {
  return (
    <>
      {tile.picture ? (
        <img src={tile.picture} alt="" width={75} height={94} loading="lazy" />
      ) : (
        <span className="tile-sign">
          <Icon name={KIND_ICONS[tile.kind]} />
        </span>
      )}
      {tile.duration && (
        <span className="tile-duration money" translate="no">
          {tile.duration}
        </span>
      )}
      {tile.state !== 'ready' && (
        <span className="tile-veil">
          <Icon name={tile.state === 'failed' ? 'circle-x' : 'hourglass'} />
          <span className="visually-hidden">{tile.state === 'failed' ? 'Failed' : 'Processing'}</span>
        </span>
      )}
      {sent && tile.state === 'ready' && (
        <span className="tile-done">
          <Icon name="check" size={16} />
        </span>
      )}
    </>
  )
}

function QueuedTile({
  file,
  onCancel,
  onRetry,
}: {
  file: QueuedFile
  onCancel?: (key: string) => void
  onRetry?: (key: string) => void
}) {
  const menu = useClosingDetails()
  const percent = file.of === 0 ? 0 : Math.floor((file.sent / file.of) * 100)
  const failed = file.state === 'failed'
  return (
    <li className="media-tile">
      <details className="menu tile-menu" ref={menu}>
        <summary className="tile-face">
          {file.preview ? (
            <img src={file.preview} alt="" width={75} height={94} loading="lazy" />
          ) : (
            <span className="tile-sign">
              <Icon name={KIND_ICONS[file.kind]} />
            </span>
          )}
          <span className="tile-veil">
            {file.state === 'sending' ? (
              <b className="money" translate="no">{`${percent}%`}</b>
            ) : (
              <Icon name={failed ? 'circle-x' : 'clock'} />
            )}
          </span>
          <span className="visually-hidden">{`${file.name}: ${failed ? 'failed' : 'on its way'}`}</span>
        </summary>
        <div className="menu-items">
          {file.message && <p className="text-danger">{file.message}</p>}
          {failed && (
            <button type="button" className="menu-item" onClick={() => onRetry?.(file.key)}>
              Retry
            </button>
          )}
          <button type="button" className="menu-item" onClick={() => onCancel?.(file.key)}>
            {failed ? 'Remove' : 'Cancel'}
          </button>
        </div>
      </details>
    </li>
  )
}
