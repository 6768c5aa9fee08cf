import type pg from 'pg'
import { storageKey } from '#app/domain/media/media.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { newId } from '#app/platform/id.ts'
import { bytesOf, pictureOf, textOf } from './canaries.ts'

/** One stored object and everybody who may receive its bytes; `file` is its address below /media/ID, where it has one. */
export type StoredThing = {
  number: number
  name: string
  kind: string
  open: ReadonlySet<string>
  /** Whose export may contain it. */
  owner: string
  mediaId: string | null
  file: string | null
  /** Of a page's own picture: an avatar, a card, a cover. */
  page?: boolean
}

export type Content = {
  name: string
  owner: string
  mediaId: string
  open: readonly string[]
  page?: boolean
  /** Who may know that it exists, and so see the blurred preview. */
  known: readonly string[]
}

const SEGMENTS = 3
const PART_BYTES = 1_200

/** Stores media whose every object has its own number, by SQL and the store alone: the way of the pipeline has its own tests. */
export class Things {
  readonly all: StoredThing[] = []
  readonly database: pg.Client

  constructor(database: pg.Client) {
    this.database = database
  }

  add(thing: Omit<StoredThing, 'number' | 'open'> & { open: readonly string[] }): number {
    const number = this.all.length + 1
    this.all.push({ ...thing, number, open: new Set(thing.open) })
    return number
  }

  /** A text of the database that only these people may read. */
  addText(name: string, owner: string, open: readonly string[]): string {
    return textOf(this.add({ name, kind: 'text', owner, open, mediaId: null, file: null }))
  }

  /** A photo with its sizes, for a medium that exists or is made here. */
  async photo(content: Content, purpose = 'post', ownerId?: string): Promise<void> {
    const { mediaId } = content
    content.page = purpose !== 'post'
    if (ownerId !== undefined) await this.#medium(mediaId, ownerId, { kind: 'photo', purpose, type: 'image/jpeg' })
    await this.database.query('delete from media_renditions where media_id = $1', [mediaId])
    // The original of a page's picture is for nobody's browser.
    await this.#original(content, purpose === 'post' ? 'original' : null, async (number) => pictureOf(number, 'jpeg'))
    for (const format of ['avif', 'webp', 'jpeg'] as const)
      await this.#rendition(content, { file: `w320.${format}`, format, width: 320 }, (number) =>
        format === 'avif' ? Promise.resolve(bytesOf(number, PART_BYTES)) : pictureOf(number, format),
      )
    await this.#preview(content)
  }

  async video(content: Content, ownerId: string): Promise<void> {
    await this.#medium(content.mediaId, ownerId, { kind: 'video', purpose: 'post', type: 'video/mp4' })
    await this.#original({ ...content, open: [] }, null, (number) => Promise.resolve(bytesOf(number, PART_BYTES)))
    await this.#rendition(content, { file: 'w320.webp', format: 'webp', width: 320 }, (number) =>
      pictureOf(number, 'webp'),
    )
    await this.#rendition(content, { file: 'video.mp4', format: 'mp4', width: 640 }, (number) =>
      Promise.resolve(bytesOf(number, 3 * PART_BYTES)),
    )
    await this.#rendition(content, { file: 'sprite.jpeg', format: 'sprite', width: 321 }, (number) =>
      pictureOf(number, 'jpeg'),
    )
    for (const [rung, variant] of [
      ['low', 'a'],
      ['high', 'a'],
      ['high', 'b'],
    ] as const)
      await this.#stream(content, rung, variant)
    await this.#preview(content)
  }

  async voice(content: Content, ownerId: string): Promise<void> {
    await this.#medium(content.mediaId, ownerId, { kind: 'voice', purpose: 'post', type: 'audio/wav' })
    await this.#original({ ...content, open: [] }, null, (number) => Promise.resolve(bytesOf(number, PART_BYTES)))
    await this.#rendition(content, { file: 'audio', format: 'mp4', width: 0 }, (number) =>
      Promise.resolve(bytesOf(number, PART_BYTES)),
    )
  }

  async #medium(mediaId: string, ownerId: string, { kind, purpose, type }: Record<string, string>): Promise<void> {
    await this.database.query(
      `insert into media (id, owner_id, kind, purpose, state, original_key, content_type, byte_size, content_sha256, width, height, duration_ms)
       values ($1, $2, $3::text, $4, 'ready', $5, $6, 1, '\\x00', 320, 320, case when $3 <> 'photo' then 70000 end)`,
      [mediaId, ownerId, kind, purpose, storageKey(mediaId, 'upload'), type],
    )
  }

  async #original(content: Content, file: string | null, make: (number: number) => Promise<Buffer>): Promise<void> {
    const key = storageKey(content.mediaId, 'original.jpeg')
    const size = await this.#store(content, { kind: 'original', file, key }, make)
    await this.database.query(`update media set original_key = $2, byte_size = $3 where id = $1`, [
      content.mediaId,
      key,
      size,
    ])
  }

  async #rendition(
    content: Content,
    made: { file: string; format: string; width: number },
    make: (number: number) => Promise<Buffer>,
  ): Promise<void> {
    const key = storageKey(content.mediaId, `${made.width}-${made.format}`)
    const size = await this.#store(content, { kind: made.format, file: made.file, key }, make)
    await this.database.query(
      `insert into media_renditions (media_id, width, format, height, byte_size, storage_key) values ($1, $2, $3, 320, $4, $5)`,
      [content.mediaId, made.width, made.format, size, key],
    )
  }

  async #preview(content: Content): Promise<void> {
    const { name, owner, known, mediaId } = content
    const number = this.add({ name: `${name} preview`, kind: 'preview', owner, open: known, mediaId, file: 'preview' })
    await this.database.query('update media set preview = $2 where id = $1', [
      mediaId,
      await pictureOf(number, 'webp', 32, 32),
    ])
  }

  /** Each segment is a part of one stored file, and an object of its own here. */
  async #stream(content: Content, rung: 'low' | 'high', variant: 'a' | 'b'): Promise<void> {
    const key = storageKey(content.mediaId, `${rung}-${variant}-1.mp4`)
    const parts = Array.from({ length: SEGMENTS + 1 }, (_, part) => {
      const file = part === 0 ? `${rung}-init.mp4` : `${rung}-${part - 1}.m4s`
      return bytesOf(this.#named(content, { kind: 'segment', file, key: `${variant} ${file}` }), PART_BYTES)
    })
    await mediaStore().put(key, Buffer.concat(parts), 'video/mp4')
    await this.database.query(
      `insert into media_streams (media_id, rung, variant, width, height, codecs, byte_size, init_bytes, segment_bytes, segment_ms, storage_key)
       values ($1, $2, $3, 640, 360, 'avc1.4d401f,mp4a.40.2', $4, $5, $6, $7, $8)`,
      [
        content.mediaId,
        rung,
        variant,
        parts.length * PART_BYTES,
        PART_BYTES,
        Array.from({ length: SEGMENTS }, () => PART_BYTES),
        Array.from({ length: SEGMENTS }, () => 4_000),
        key,
      ],
    )
  }

  async #store(
    content: Content,
    stored: { kind: string; file: string | null; key: string },
    make: (number: number) => Promise<Buffer>,
  ): Promise<number> {
    const bytes = await make(this.#named(content, stored))
    await mediaStore().put(stored.key, bytes, 'application/octet-stream')
    return bytes.length
  }

  #named(
    { name, owner, open, mediaId, page }: Content,
    { kind, file, key }: { kind: string; file: string | null; key: string },
  ) {
    return this.add({ name: `${name} ${file ?? key}`, kind, owner, open, mediaId, file, page })
  }
}

/** A post of these media. Returns its id. */
export async function addPost(
  database: pg.Client,
  creatorId: string,
  mediaIds: readonly string[],
  values: {
    kind?: string
    audience?: string
    state?: string
    publishedHoursAgo?: number
    expired?: boolean
    caption?: string
  },
): Promise<string> {
  const { kind = 'photo', audience = 'public', state = 'published', publishedHoursAgo = 1, caption = 'A post' } = values
  const id = newId()
  const published = ['draft', 'processing', 'in_review'].includes(state) ? null : publishedHoursAgo
  await database.query(
    `insert into posts (id, creator_id, kind, audience, price_minor, caption, state, published_at, expires_at)
     values ($1, $2, $3, $4::text, case when $4 = 'pay_to_unlock' then 5000000 end, $5, $6, app_now() - $7::float * interval '1 hour',
       case when $8 then app_now() - interval '10 minutes' when $3 = 'story' then app_now() + interval '5 hours' end)`,
    [id, creatorId, kind, audience, caption, state, published, values.expired ?? false],
  )
  for (const [position, mediaId] of mediaIds.entries())
    await database.query('insert into post_media (post_id, position, media_id) values ($1, $2, $3)', [
      id,
      position,
      mediaId,
    ])
  return id
}
