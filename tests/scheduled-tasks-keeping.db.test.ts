import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runJob, runTask } from '#app/jobs.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { useVideoTools } from '#app/domain/media/video-tools.server.ts'
import { storeUploadedVideo } from '#app/domain/uploads/store-uploaded-video.server.ts'
import { enqueueSecretMail } from '#app/domain/events/enqueue-secret-mail.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { requestExport } from '#app/domain/privacy/request-export.server.ts'
import { keepMarked, readMarked, useMarkedFolder } from '#app/domain/watermarks/marked-files.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import type { JobPayloads } from '#app/platform/jobs.ts'
import { newId } from '#app/platform/id.ts'
import { makeCreator, makePerson, makePost, useMediaFolder } from './support/creators.ts'
import { useDatabase } from './support/database.ts'
import { closeByCode } from './support/deletions.ts'
import { earn } from './support/earnings.ts'
import { makeUpload, useSpoolFolder } from './support/uploads.ts'
import { makeFilmFile } from './support/videos.ts'

const { owner } = useDatabase()
const folder = useMediaFolder()
const spool = useSpoolFolder()
let delivered: Person | null = null
afterAll(() => {
  useVideoTools(undefined)
  useMarkedFolder(null)
})

type Read = () => Promise<unknown>

/** One task: its effect is missing before, the task is run by its name, and its effect is there. */
function task(name: string, due: () => Promise<Read>, before: unknown, after: unknown): void {
  test(`the scheduled task “${name}” does its work`, async () => {
    const read = await due()
    expect(await read()).toEqual(before)
    await runTask(name)
    expect(await read()).toEqual(after)
  })
}

function job(name: string, run: () => Promise<void>): void {
  test(`the job “${name}” does its work`, run)
}

async function value<Value>(text: string, values: unknown[] = []): Promise<Value | undefined> {
  const { rows } = await owner().query<{ value: Value }>(text, values)
  return rows[0]?.value
}

const run = (text: string, values: unknown[] = []) => owner().query(text, values)
const countOf = (table: string, column: string, id: unknown) => () =>
  value<number>(`select count(*)::int as value from ${table} where ${column} = $1`, [id])

/** Puts a file into the store, so many hours old. */
function lay(key: string, hours = 0): string {
  const path = join(folder(), key)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'bytes')
  const at = new Date(Date.now() - hours * 3_600_000)
  utimesSync(path, at, at)
  return path
}

/** A medium in processing whose job was lost. */
async function aLostMedium(kind: 'photo' | 'video'): Promise<string> {
  const { id } = await makePerson()
  const mediaId = newId()
  await run(
    `insert into media (id, owner_id, kind, purpose, state, original_key, content_type, byte_size, content_sha256, created_at)
     values ($1, $2, $3, 'post', 'processing', $4, 'image/jpeg', 10, '', app_now() - interval '1 hour')`,
    [mediaId, id, kind, `${mediaId.slice(-2)}/${mediaId}/upload`],
  )
  return mediaId
}

const jobsAbout = (name: string, mediaId: string) => () =>
  value<number>(`select count(*)::int as value from pgboss.job where name = $1 and data ->> 'mediaId' = $2`, [
    name,
    mediaId,
  ])

task(
  'award the badge Top',
  async () => {
    const { id } = await makeCreator()
    await run('update creators set top_since = app_now() where profile_id = $1', [id])
    // Without a paying fan the badge goes.
    return () => value<boolean>('select top_since is not null as value from creators where profile_id = $1', [id])
  },
  true,
  false,
)

task(
  'count subscribers whose time has come',
  async () => {
    const [creator, fan] = [await makeCreator(), await makePerson()]
    await run('insert into follows (fan_id, creator_id) values ($1, $2)', [fan.id, creator.id])
    await run(
      `insert into user_access (id, user_id, reason, expires_at) values ($1, $2, 'test', app_now() + interval '1 hour')`,
      [newId(), fan.id],
    )
    // Its hour is over: nothing is written at that moment.
    await run('set session_replication_role = replica')
    await run(
      `update user_access set created_at = app_now() - interval '2 hours', expires_at = app_now() where user_id = $1`,
      [fan.id],
    )
    await run('set session_replication_role = origin')
    await run('update subscriber_rechecks set due_at = app_now() where fan_id = $1', [fan.id])
    return () => value<number>('select subscriber_count as value from creators where profile_id = $1', [creator.id])
  },
  1,
  0,
)

task(
  'sum up new earnings',
  async () => {
    const { id } = await makeCreator()
    await earn(id, 10_000)
    return () => value<string>('select sum(net_minor)::text as value from earning_days where creator_id = $1', [id])
  },
  null,
  '800000',
)

task('resume renditions', async () => jobsAbout('make_renditions', await aLostMedium('photo')), 0, 1)

// Its owner is no creator.
task('resume videos', async () => jobsAbout('transcode_first_video', await aLostMedium('video')), 0, 1)

task(
  'fingerprint new photos',
  async () => {
    const { mediaId } = await makePost(await makeCreator(), { kind: 'public' })
    await runJob('make_renditions', { mediaId })
    return () => value<boolean>('select count(*) > 0 as value from media_fingerprints where media_id = $1', [mediaId])
  },
  false,
  true,
)

task(
  'fingerprint new videos',
  async () => {
    useVideoTools(undefined)
    const creator = await makeCreator()
    const film = await makeFilmFile({ seconds: 6, size: '320x180' })
    const uploadId = await makeUpload(creator, 'post_video', film, 'film.mp4')
    const stored = await storeUploadedVideo({ ownerId: creator.id, uploadId })
    if (!stored.ok) throw new Error(stored.refusal.kind)
    const { mediaId } = stored.value
    await runJob('transcode_video', { mediaId })
    return () =>
      value<boolean>('select count(*) > 0 as value from media_fingerprints where media_id = $1 and part >= 10', [
        mediaId,
      ])
  },
  false,
  true,
)

task(
  'delete old marked photos',
  async () => {
    useMarkedFolder(join(folder(), 'marked'))
    const { id: accountId } = await makePerson()
    const yesterdays = { day: '2026-01-01', accountId, mediaId: newId(), size: 'w320-webp', text: '@fan' }
    await keepMarked(yesterdays, Buffer.from('bytes'))
    return async () => (await readMarked(yesterdays)) !== null
  },
  true,
  false,
)

job('make_renditions', async () => {
  const { mediaId } = await makePost(await makeCreator(), { kind: 'public' })
  await runJob('make_renditions', { mediaId })
  expect(await value('select state as value from media where id = $1', [mediaId])).toBe('ready')
  expect(await value('select count(*) > 0 as value from media_renditions where media_id = $1', [mediaId])).toBe(true)
})

job('transcode_video', async () => {
  useVideoTools(null)
  const mediaId = await aLostMedium('video')
  // One try more than the maximum: the job ends it without opening the file.
  await run('update media set tries = 100 where id = $1', [mediaId])
  await runJob('transcode_video', { mediaId })
  expect(await value('select failure as value from media where id = $1', [mediaId])).toBe('gave_up')
})

job('transcode_first_video', async () => {
  useVideoTools(null)
  // The turn is that of the video which has waited longest.
  await run(`update media set state = 'ready' where kind = 'video' and state = 'processing'`)
  const mediaId = await aLostMedium('video')
  await run('update media set tries = 100 where id = $1', [mediaId])
  await runJob('transcode_first_video', { mediaId })
  expect(await value('select failure as value from media where id = $1', [mediaId])).toBe('gave_up')
})

job('encode_voice', async () => {
  useVideoTools(null)
  const mediaId = await aLostMedium('video')
  await run(`update media set kind = 'voice', tries = 100 where id = $1`, [mediaId])
  await runJob('encode_voice', { mediaId })
  expect(await value('select failure as value from media where id = $1', [mediaId])).toBe('gave_up')
})

task(
  'delete expired uploads',
  async () => {
    const { id } = await makePerson()
    const uploadId = newId()
    await run(
      `insert into uploads (id, owner_id, purpose, size_bytes, expires_at) values ($1, $2, 'avatar', 5, app_now() - interval '1 minute')`,
      [uploadId, id],
    )
    writeFileSync(join(spool(), uploadId), 'bytes')
    return async () => ({
      state: await value('select state as value from uploads where id = $1', [uploadId]),
      spooled: existsSync(join(spool(), uploadId)),
    })
  },
  { state: 'open', spooled: true },
  { state: 'gone', spooled: false },
)

task(
  'destroy expired documents',
  async () => {
    const [{ id: ownerId }, id] = [await makePerson('creator'), newId()]
    const key = `sealed/${id.slice(-2)}/${id}`
    await run(
      `insert into sealed_documents (id, owner_id, application_id, kind, content_type, byte_size, content_sha256, width, height, storage_key, sealed_key, keep_until)
       values ($1, $2, $1, 'selfie', 'image/jpeg', 5, '', 1, 1, $3, 'a key', app_now() - interval '1 minute')`,
      [id, ownerId, key],
    )
    const path = lay(key)
    return async () => ({
      key: await value('select sealed_key as value from sealed_documents where id = $1', [id]),
      bytes: existsSync(path),
    })
  },
  { key: 'a key', bytes: true },
  { key: null, bytes: false },
)

task(
  'check yearly verifications',
  async () => {
    const { id } = await makeCreator()
    await run(`update creators set reverify_by = app_now() - interval '1 minute' where profile_id = $1`, [id])
    return () => value('select verification_status as value from creators where profile_id = $1', [id])
  },
  'approved',
  'in_review',
)

task(
  'delete old media fetches',
  async () => {
    const { id } = await makePerson()
    await run(
      `insert into media_fetches (viewer_id, day, objects) select $1, (app_now() at time zone 'Africa/Kampala')::date - days, 1
       from unnest('{0,30,31}'::int[]) as days`,
      [id],
    )
    return countOf('media_fetches', 'viewer_id', id)
  },
  3,
  2,
)

task(
  'delete old sign-in data',
  async () => {
    const id = newId()
    await run(
      `insert into sign_in_codes (id, email, purpose, code_hash, link_hash, browser_hash, network, sent_at, expires_at)
       values ($1, 'x@mail.example', 'sign_in', '', $2, '', 'n', app_now() - interval '2 days', app_now() - interval '2 days')`,
      [id, Buffer.from(id)],
    )
    return countOf('sign_in_codes', 'id', id)
  },
  1,
  0,
)

task(
  'delete abandoned applications',
  async () => {
    const [{ id }, applicationId] = [await makeCreator(), newId()]
    await run('insert into creator_applications (id, profile_id) values ($1, $2)', [applicationId, id])
    await run(
      `insert into application_drafts (application_id, step, saved_at) values ($1, 'profile', app_now() - interval '31 days')`,
      [applicationId],
    )
    return countOf('application_drafts', 'application_id', applicationId)
  },
  1,
  0,
)

task(
  'delete abandoned wizards',
  async () => {
    const { id } = await makePerson()
    await run(`insert into fan_onboardings (profile_id, updated_at) values ($1, app_now() - interval '31 days')`, [id])
    return countOf('fan_onboardings', 'profile_id', id)
  },
  1,
  0,
)

task(
  'delete old drafts of requests',
  async () => {
    const [{ id }, creator] = [await makePerson(), await makeCreator()]
    await run(
      `insert into custom_request_drafts (fan_id, creator_id, kind, words, wanted_by, price, saved_at)
       values ($1, $2, 'photo', 'A photo by the lake', '2026-12-24', '30000', app_now() - interval '8 days')`,
      [id, creator.id],
    )
    return countOf('custom_request_drafts', 'fan_id', id)
  },
  1,
  0,
)

task(
  'destroy expired releases',
  async () => {
    const creator = await makeCreator()
    const { postId } = await makePost(creator, { kind: 'public' })
    const id = newId()
    await run(
      `insert into releases (id, post_id, creator_id, name, state, answered_at) values ($1, $2, $3, 'Joan', 'signed', app_now())`,
      [id, postId, creator.id],
    )
    await run(
      `insert into release_statements (release_id, sealed, consent_version, media_ids, signed_at, keep_until)
       values ($1, 'sealed', 1, '{}', app_now(), app_now() - interval '1 hour')`,
      [id],
    )
    return () => value('select sealed as value from release_statements where release_id = $1', [id])
  },
  'sealed',
  null,
)

task(
  'delete old staff sign-in steps',
  async () => {
    const [{ id: profileId }, id] = [await makePerson('admin'), newId()]
    await run(
      `insert into staff_sign_in_steps (id, token_hash, profile_id, kind, expires_at) values ($1, $2, $3, 'staff', app_now() - interval '2 hours')`,
      [id, Buffer.from(id), profileId],
    )
    return countOf('staff_sign_in_steps', 'id', id)
  },
  1,
  0,
)

task(
  'delete old invite codes and set-ups',
  async () => {
    const [{ id: profileId }, invite, code, setup] = [await makePerson('admin'), newId(), newId(), newId()]
    await run(
      `insert into admin_invites (id, invite_token, email, expires_at, created_by) values ($1, $2, $3, app_now(), $4)`,
      [invite, Buffer.from(invite), `${invite}@peach.example`, profileId],
    )
    await run(
      `insert into invite_codes (id, invite_id, code_hash, browser_hash, expires_at) values ($1, $2, '', '', app_now() - interval '2 days')`,
      [code, invite],
    )
    await run(
      `insert into staff_setups (id, invite_id, profile_id, token_hash, email, sealed_totp, expires_at)
       values ($1, $2, $3, $4, 'x@peach.example', 'x', app_now() - interval '1 minute')`,
      [setup, invite, newId(), Buffer.from(setup)],
    )
    return async () => [await countOf('invite_codes', 'id', code)(), await countOf('staff_setups', 'id', setup)()]
  },
  [1, 1],
  [0, 0],
)

/** An account that its owner closed, whose waiting time has ended. */
async function closed(): Promise<Person> {
  const person = await makePerson()
  await closeByCode(person)
  await run(`update account_deletions set due_at = app_now() - interval '1 minute' where profile_id = $1`, [person.id])
  return person
}

task(
  'erase accounts',
  async () => {
    const person = await closed()
    return async () => ({
      state: await value('select state as value from account_deletions where profile_id = $1', [person.id]),
      sameAddress: (await value('select email as value from profiles where id = $1', [person.id])) === person.email,
    })
  },
  { state: 'waiting', sameAddress: true },
  { state: 'erased', sameAddress: false },
)

task(
  'free usernames of erased accounts',
  async () => {
    const person = await closed()
    await runTask('erase accounts')
    await run(`update former_usernames set reserved_until = app_now() - interval '1 minute' where profile_id = $1`, [
      person.id,
    ])
    return countOf('former_usernames', 'profile_id', person.id)
  },
  1,
  0,
)

job('fan_out_event', async () => {
  const [creator, fan] = [await makeCreator(), await makePerson()]
  await run('insert into creator_alerts (fan_id, creator_id, posts, live) values ($1, $2, true, false)', [
    fan.id,
    creator.id,
  ])
  await inTransaction((tx) =>
    publish(tx, {
      event: 'post_published',
      actorId: creator.id,
      objectId: newId(),
      payload: { creatorId: creator.id, aboutId: creator.id, creatorName: 'Amina K', username: creator.username! },
    }),
  )
  const eventId = (await value<string>('select id as value from event_outbox where about_id = $1', [creator.id]))!
  await runJob('fan_out_event', { eventId, after: null })
  expect(await countOf('notifications', 'profile_id', fan.id)()).toBe(1)
})

task(
  'index creators for the search',
  async () => {
    const { id } = await makeCreator()
    await run(`update profiles set display_name = 'Namukasa' where id = $1`, [id])
    return () =>
      value<number>(
        `select count(*)::int as value from creator_words where creator_id = $1 and word like 'namukasa%'`,
        [id],
      )
  },
  0,
  1,
)

task(
  'publish due posts',
  async () => {
    const { postId } = await makePost(await makeCreator(), { kind: 'public' })
    await run(`update posts set state = 'scheduled', published_at = app_now() - interval '1 minute' where id = $1`, [
      postId,
    ])
    await run(`update media set state = 'ready' where id = (select media_id from post_media where post_id = $1)`, [
      postId,
    ])
    return () => value('select state as value from posts where id = $1', [postId])
  },
  'scheduled',
  'published',
)

job('mail_deletion_link', async () => {
  const person = await makePerson()
  await closeByCode(person)
  const links = () =>
    value<number>(
      `select count(*)::int as value from pgboss.job where name = 'send_email' and data ->> 'to' = $1 and data ->> 'template' like 'deletion%'`,
      [person.email],
    )
  const before = (await links())!
  await runJob('mail_deletion_link', { profileId: person.id })
  expect(await links()).toBe(before + 1)
})

async function anExport(): Promise<string> {
  const person = await makePerson()
  expect((await requestExport(person)).ok).toBe(true)
  return (await value<string>('select id as value from data_exports where profile_id = $1', [person.id]))!
}

job('build_export', async () => {
  const exportId = await anExport()
  for (let step = 0; step < 3; step += 1) await runJob('build_export', { exportId })
  expect(await value('select state as value from data_exports where id = $1', [exportId])).toBe('ready')
})

task(
  'end old exports',
  async () => {
    const exportId = await anExport()
    for (let step = 0; step < 3; step += 1) await runJob('build_export', { exportId })
    await run(`update data_exports set expires_at = app_now() - interval '1 minute' where id = $1`, [exportId])
    return async () =>
      (
        await owner().query<object>('select state, sealed_key is null as "keyGone" from data_exports where id = $1', [
          exportId,
        ])
      ).rows[0]
  },
  { state: 'ready', keyGone: false },
  { state: 'expired', keyGone: true },
)

task(
  'delete forgotten objects',
  async () => {
    const id = newId()
    const key = `${id.slice(-2)}/${id}/original.jpeg`
    const path = lay(key)
    await run('insert into objects_to_destroy (storage_key) values ($1)', [key])
    return async () => [existsSync(path), await countOf('objects_to_destroy', 'storage_key', key)()]
  },
  [true, 1],
  [false, 0],
)

task(
  'delete orphaned objects',
  async () => {
    const id = newId()
    const path = lay(`${id.slice(-2)}/${id}/original.jpeg`, 48)
    return () => Promise.resolve(existsSync(path))
  },
  true,
  false,
)

job('send_email', async () => {
  const email = `${newId()}@mail.example`
  await inTransaction((tx) =>
    enqueueSecretMail(tx, email, 'deletion_waiting', { on: '1 Dec 2026', link: 'http://localhost:3000/' }),
  )
  const payload = await value<JobPayloads['send_email']>(
    `select data as value from pgboss.job where name = 'send_email' and data ->> 'to' = $1`,
    [email],
  )
  await runJob('send_email', payload!)
  expect(await countOf('caught_mails', 'recipient', email)()).toBe(1)
})

job('deliver_event', async () => {
  const person = await makePerson()
  const exported = { person: { id: person.id }, until: '1 Dec 2026' }
  await inTransaction((tx) =>
    publish(tx, { event: 'export_made', actorId: null, objectId: newId(), payload: exported }),
  )
  const eventId = (await value<string>(
    'select id as value from event_outbox order by published_at desc, id desc limit 1',
  ))!
  await runJob('deliver_event', { eventId })
  expect(await countOf('notifications', 'profile_id', person.id)()).toBe(1)
  delivered = person
})

job('deliver_mail', async () => {
  const deliveryId = await value<string>(
    `select id as value from event_deliveries where channel = 'email' and profile_id = $1`,
    [delivered!.id],
  )
  await runJob('deliver_mail', { deliveryId: deliveryId! })
  expect(await countOf('caught_mails', 'recipient', delivered!.email)()).toBe(1)
})

job('deliver_push', async () => {
  const eventId = await value<string>('select event_id as value from event_deliveries where profile_id = $1 limit 1', [
    delivered!.id,
  ])
  const deliveryId = newId()
  await run(
    `insert into event_deliveries (id, event_id, channel, recipient, profile_id, state) values ($1, $2, 'push', $3, $4, 'queued')`,
    [deliveryId, eventId, newId(), delivered!.id],
  )
  await runJob('deliver_push', { deliveryId })
  // The browser of this message gets none any more.
  expect(await value('select state as value from event_deliveries where id = $1', [deliveryId])).toBe('skipped')
})

task(
  'send what quiet hours held',
  async () => {
    const deliveryId = newId()
    const eventId = await value<string>(
      'select event_id as value from event_deliveries where profile_id = $1 limit 1',
      [delivered!.id],
    )
    await run(
      `insert into event_deliveries (id, event_id, channel, recipient, profile_id, state, held_until)
       values ($1, $2, 'push', $3, $4, 'queued', app_now() - interval '1 second')`,
      [deliveryId, eventId, newId(), delivered!.id],
    )
    return () =>
      value<number>(
        `select count(*)::int as value from pgboss.job where name = 'deliver_push' and data ->> 'deliveryId' = $1`,
        [deliveryId],
      )
  },
  0,
  1,
)

let digest: { id: string; person: Awaited<ReturnType<typeof makePerson>> } | null = null
task(
  'send daily summaries',
  async () => {
    const [person, deliveryId] = [await makePerson(), newId()]
    const eventId = await value<string>('select id as value from event_outbox order by published_at desc limit 1')
    await run(
      `insert into event_deliveries (id, event_id, channel, recipient, profile_id, state, held_until, in_digest)
       values ($1, $2, 'email', $3::uuid::text, $3::uuid, 'queued', app_now() - interval '1 second', true)`,
      [deliveryId, eventId, person.id],
    )
    return async () => {
      const id = await value<string | null>('select digest_id as value from event_deliveries where id = $1', [
        deliveryId,
      ])
      if (id) digest = { id, person }
      return id ? 1 : 0
    }
  },
  0,
  1,
)

job('deliver_digest', async () => {
  await run(
    `update event_outbox set event = 'message_received'
    where id in (select event_id from event_deliveries where digest_id = $1)`,
    [digest!.id],
  )
  await runJob('deliver_digest', { digestId: digest!.id })
  expect(await countOf('caught_mails', 'recipient', digest!.person.email)()).toBe(1)
})

task(
  'delete old reports',
  async () => {
    const [reporter, reported] = [await makePerson(), await makePerson()]
    const id = newId()
    await run(
      `insert into reports (id, kind, subject_id, reported_id, reporter_id, reason, urgent, details, state, decided_at, decided_by, keep_until)
       values ($1, 'comment', $1, $2, $3, 'spam', false, 'what they wrote', 'dismissed', app_now() - interval '30 days', $3, app_now())`,
      [id, reported.id, reporter.id],
    )
    await run(
      `insert into report_evidence (report_id, position, author_id, body, written_at, reported, keep_until)
       values ($1, 0, $2, 'b', app_now(), true, null)`,
      [id, reported.id],
    )
    return () =>
      value(
        `select concat(details, ' ', (select count(*) from report_evidence where report_id = '${id}')) as value from reports where id = '${id}'`,
      )
  },
  'what they wrote 1',
  ' 0',
)

task(
  'delete old notifications',
  async () => {
    const person = await makePerson()
    await run(
      `insert into notifications (id, profile_id, event, heading, body, path, created_at)
       values ($1, $2, 'export_made', 'h', 'b', '/', app_now() - interval '181 days')`,
      [newId(), person.id],
    )
    return countOf('notifications', 'profile_id', person.id)
  },
  1,
  0,
)

task(
  'delete old caught mails',
  async () => {
    const id = newId()
    await run(
      `insert into caught_mails (id, recipient, subject, body_text, body_html, sent_at)
       values ($1, 'x@mail.example', 's', 't', 'h', app_now() - interval '91 days')`,
      [id],
    )
    return countOf('caught_mails', 'id', id)
  },
  1,
  0,
)

task(
  'audit the books',
  async () => () => value(`select count(*) > 0 as value from reconciliation_runs where kind = 'audit'`),
  false,
  true,
)
