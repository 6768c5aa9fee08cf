import { existsSync, globSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { startSession } from '#app/domain/identity/start-session.server.ts'
import { recordConsent } from '#app/domain/consents/record-consent.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { deliverMail } from '#app/domain/notifications/deliver-mail.server.ts'
import { listNotifications } from '#app/domain/notifications/queries.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { earn } from '#tests/support/earnings.ts'
import { makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildExport } from './build-export.server.ts'
import { destroyForgottenObjects } from '#app/domain/media/forget-objects.server.ts'
import { freeErasedUsernames } from '#app/domain/identity/free-erased-usernames.server.ts'
import { eraseDueAccounts } from './erase-due-accounts.server.ts'
import { requestExport } from './request-export.server.ts'
import { deliverEvents } from '#tests/support/mails.ts'
import { advanceDays, closeByCode, statusOf } from '#tests/support/deletions.ts'

const { owner } = useDatabase()
const folder = useMediaFolder()

afterEach(() => advanceDays(0))

describe('erasing an account', () => {
  const CANARY = {
    name: 'Kanariya Quillfeather',
    bio: 'bio of kanariya-77',
    city: 'Kanariyaville',
    phone: '+256799123987',
  }
  let creator: Person
  let follower: Person
  let mail: string
  let keys: string[] = []

  beforeAll(async () => {
    creator = await makeCreator({ displayName: CANARY.name, username: 'kanariya_77' })
    follower = await makePerson()
    mail = creator.email
    const { mediaId } = await makePost(creator, { kind: 'public' }, { caption: 'caption of kanariya-77' })
    await makeRenditions(mediaId)
    await owner().query(
      `update profiles set bio = $2, city = $3, phone = $4, whatsapp_number = $4, avatar_media_id = $5 where id = $1`,
      [creator.id, CANARY.bio, CANARY.city, CANARY.phone, mediaId],
    )
    await owner().query(`update creators set card_media_id = $2, tags = '{kanariya}' where profile_id = $1`, [
      creator.id,
      mediaId,
    ])
    await inTransaction(async (tx) => {
      await recordConsent(tx, creator.id, ['terms', 'privacy'], 'sign_up')
      await startSession(tx, { profileId: creator.id, network: 'n', userAgent: 'kanariya-browser' })
    })
    await db.insertInto('follows').values({ fan_id: follower.id, creator_id: creator.id }).execute()
    await seedMoney()
    await seedSteps()
    await seedNotification()
    await requestExport(creator)
    const { id } = await db
      .selectFrom('data_exports')
      .select('id')
      .where('profile_id', '=', creator.id)
      .executeTakeFirstOrThrow()
    await buildExport(id)
    keys = globSync('**/*', { cwd: folder(), withFileTypes: true })
      .filter((entry) => entry.isFile() && (entry.parentPath.includes(mediaId) || entry.parentPath.includes('exports')))
      .map((entry) => `${entry.parentPath}/${entry.name}`)
    expect(keys.length).toBeGreaterThan(3)
  })

  /** What the wizards, the second factors and the sealed store have of her. */
  async function seedSteps(): Promise<void> {
    const applicationId = newId()
    const statements: [string, unknown[]][] = [
      [
        `insert into creator_applications (id, profile_id, tags, address_proof_dated) values ($1, $2, '{new}', '2026-10-10')`,
        [applicationId, creator.id],
      ],
      [
        `insert into application_drafts (application_id, step, typed) values ($1, 'profile', '{"bio": "kanariya-draft"}')`,
        [applicationId],
      ],
      [`insert into fan_onboardings (profile_id, draft_display_name) values ($1, 'kanariya-step')`, [creator.id]],
      [
        `insert into passkeys (id, profile_id, credential_id, public_key, sign_count, backed_up, name) values ($1, $2, 'kanariya-credential', '', 0, false, 'kanariya-key')`,
        [newId(), creator.id],
      ],
      [`insert into totp_secrets (profile_id, sealed_secret, last_step) values ($1, 'kanariya-totp', 0)`, [creator.id]],
      [
        `insert into sealed_documents (id, owner_id, application_id, kind, content_type, byte_size, content_sha256, width, height, storage_key, sealed_key, keep_until)
         values ($1, $2, $3, 'selfie', 'image/jpeg', 1, '', 1, 1, 'sealed/x', 'kanariya-document-key', app_now() + interval '90 days')`,
        [newId(), creator.id, applicationId],
      ],
    ]
    for (const [text, values] of statements) await owner().query(text, values)
  }

  /** What she was notified of, in her list and in her mailbox, and its log. */
  async function seedNotification(): Promise<void> {
    await inTransaction((tx) =>
      publish(tx, {
        event: 'payout_account_set',
        actorId: null,
        objectId: creator.id,
        payload: { creator: { id: creator.id }, account: 'kanariya-notice' },
      }),
    )
    await deliverEvents()
    const { id } = await db
      .selectFrom('event_deliveries')
      .select('id')
      .where('profile_id', '=', creator.id)
      .where('channel', '=', 'email')
      .executeTakeFirstOrThrow()
    await deliverMail(id)
    expect(await listNotifications(creator.id, { before: null, limit: 5 })).toHaveLength(1)
  }

  /** A finished payment of hers, with the notice that the gateway sent, and an abandoned one of a fan for a post of hers. */
  async function seedMoney(): Promise<void> {
    const [purchaseId, transactionId, otherPurchase] = [newId(), newId(), newId()]
    await owner().query(
      `insert into purchases (id, kind, product_id, product_name, buyer_id, buyer_scope, buyer_email, amount_minor, currency, quote, idempotency_key, checkout_hash, state)
       values ($1, 'pass', $1, 'Monthly pass', $2::uuid, $2::uuid::text, $3, 100, 'UGX', '{}', $4, '', 'completed')`,
      [purchaseId, creator.id, creator.email, purchaseId],
    )
    await owner().query(
      `insert into transactions (id, purchase_id, user_id, unauthenticated, flutterwave_tx_ref, transaction_type, payment_method, amount_minor, currency, phone_number, email, customer_name, description, metadata, status, stage)
       values ($1, $2, $3, false, 'PEACH-KANARIYA', 'subscription', 'card', 100, 'UGX', $4, $5, $6, 'Monthly pass', $7, 'succeeded', 'closed')`,
      [
        transactionId,
        purchaseId,
        creator.id,
        CANARY.phone,
        creator.email,
        CANARY.name,
        JSON.stringify({ user_email: creator.email }),
      ],
    )
    await owner().query(
      `insert into webhook_events (id, gateway, body_sha256, kind, tx_ref, body, state) values ($1, 'flutterwave', '\\x01', 'charge', 'PEACH-KANARIYA', $2, 'processed')`,
      [newId(), JSON.stringify({ customer: { email: creator.email, name: CANARY.name, phone: CANARY.phone } })],
    )
    await owner().query(
      `insert into purchases (id, kind, product_id, product_name, buyer_id, buyer_scope, buyer_email, amount_minor, currency, quote, idempotency_key, checkout_hash, state)
       values ($1, 'post_unlock', $1, $2, $3::uuid, $3::uuid::text, $4, 100, 'UGX', $5, $6, '', 'abandoned')`,
      [
        otherPurchase,
        `Post by ${CANARY.name}`,
        follower.id,
        follower.email,
        JSON.stringify({ kind: 'post_unlock', creatorId: creator.id, creatorName: CANARY.name }),
        otherPurchase,
      ],
    )
    await owner().query(
      `insert into caught_mails (id, recipient, subject, body_text, body_html) values ($1, $2, 'Hello', $3, '')`,
      [newId(), creator.email, CANARY.name],
    )
    await inTransaction(async (tx) => {
      const entry = (amount: bigint) =>
        postEntry(tx, {
          kind: 'test',
          idempotencyKey: newId(),
          causeKind: 'transaction',
          causeId: transactionId,
          happenedAt: now(),
          lines: [
            { account: { purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }, amountMinor: amount },
            { account: { purpose: 'creator_pending', ownerId: creator.id, currency: 'UGX' }, amountMinor: -amount },
          ],
        })
      await entry(500n)
      await entry(-500n)
    })
  }

  /** Every row of every table, the queue's included, as text. */
  async function everything(): Promise<string> {
    const { rows } = await owner().query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`,
    )
    const texts: string[] = []
    for (const { name } of rows) {
      const { rows: lines } = await owner().query<{ line: string }>(`select t::text as line from ${name} t`)
      texts.push(...lines.map(({ line }) => `${name} ${line}`))
    }
    return texts.join('\n')
  }

  const ledgerSum = async () =>
    (
      await owner().query<{ sum: string; lines: string }>(
        'select coalesce(sum(amount_minor), 0) as sum, count(*) as lines from postings',
      )
    ).rows[0]!

  test('SAFE-02e nothing about the person is left in any table or in the store; the books still balance', async () => {
    const CANARIES = [
      mail,
      ...Object.values(CANARY),
      'kanariya-77',
      ...['browser', 'draft', 'step', 'credential', 'key', 'totp', 'document-key', 'notice'].map(
        (word) => `kanariya-${word}`,
      ),
    ]
    const before = await everything()
    for (const canary of CANARIES) expect(before).toContain(canary)
    const books = await ledgerSum()

    await closeByCode(creator)
    await advanceDays(13.9)
    expect(await eraseDueAccounts()).toBe(0)
    await advanceDays(14.1)
    expect(await eraseDueAccounts()).toBeGreaterThan(0)
    expect(await eraseDueAccounts()).toBe(0)
    await destroyForgottenObjects()

    const after = await everything()
    const left = after.split('\n').filter((line) => [...CANARIES, '{kanariya}'].some((canary) => line.includes(canary)))
    expect(left).toEqual([])
    for (const table of ['notifications', 'event_deliveries', 'notification_choices'] as const)
      expect(await db.selectFrom(table).selectAll().where('profile_id', '=', creator.id).execute()).toEqual([])
    expect(keys.filter((path) => existsSync(path))).toEqual([])
    expect(await ledgerSum()).toEqual(books)
    expect(books.sum).toBe('0')
  })

  test('SAFE-02e what the law requires is still there, under a number; consents and the activity record stay', async () => {
    const kept = await owner().query(
      `select email, customer_name, phone_number, amount_minor from transactions where flutterwave_tx_ref = 'PEACH-KANARIYA'`,
    )
    expect(kept.rows).toEqual([
      {
        email: `erased-${creator.id}@erased.invalid`,
        customer_name: 'Deleted account',
        phone_number: null,
        amount_minor: 100n,
      },
    ])
    expect((await owner().query('select from consents where profile_id = $1', [creator.id])).rowCount).toBe(2)
    expect(
      (
        await owner().query(
          `select from activity a join account_deletions d on d.id::text = a.object_id where a.event = 'account_erased' and d.profile_id = $1`,
          [creator.id],
        )
      ).rowCount,
    ).toBe(1)
  })

  test('SAFE-02 the username stays reserved for 90 days, then it is free and deleted', async () => {
    expect(await everything()).toContain('kanariya_77')
    await freeErasedUsernames()
    expect(await everything()).toContain('kanariya_77')
    await advanceDays(14.1 + 90.1)
    await freeErasedUsernames()
    expect(await everything()).not.toContain('kanariya_77')
  })

  test('SAFE-02 the address may sign up again, as a new person', async () => {
    const again = await owner().query(`insert into profiles (id, email, user_type) values ($1, $2, 'fan')`, [
      newId(),
      mail,
    ])
    expect(again.rowCount).toBe(1)
  })

  test('SAFE-02 an account with money that arrived meanwhile is not erased but checked again a day later', async () => {
    const person = await makeCreator()
    await closeByCode(person)
    await earn(person.id, 2)
    await advanceDays(14.1)
    expect(await eraseDueAccounts()).toBe(0)
    expect(await statusOf(person)).toBe('closed')
    const row = await db
      .selectFrom('account_deletions')
      .select('due_at')
      .where('profile_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(row.due_at!.getTime()).toBeGreaterThan(addDays(now(), 0.9).getTime())
  })

  test('SAFE-02 a fan’s follows are deleted, and the creator’s count is reduced', async () => {
    const seen = await makeCreator()
    const fan = await makePerson()
    await db.insertInto('follows').values({ fan_id: fan.id, creator_id: seen.id }).execute()
    await owner().query('update creators set follower_count = 1 where profile_id = $1', [seen.id])
    await closeByCode(fan)
    await advanceDays(14.1)
    await eraseDueAccounts()
    const row = await db
      .selectFrom('creators')
      .select('follower_count')
      .where('profile_id', '=', seen.id)
      .executeTakeFirstOrThrow()
    expect(row.follower_count).toBe(0)
    expect(await db.selectFrom('follows').selectAll().where('fan_id', '=', fan.id).execute()).toEqual([])
  })
})
