import { beforeEach, expect, test } from 'vitest'
import { setClockAdvance } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import type { JobPayloads } from '#app/platform/jobs.ts'
import { browserOf, newBrowserToken } from '#app/domain/identity/browser.server.ts'
import { requestSignInCode } from '#app/domain/identity/request-sign-in-code.server.ts'
import { seal } from '#app/platform/secrets.server.ts'
import { useDatabase } from '#tests/support/database.ts'
import { purgeCaughtMails } from '#app/gateways/mailer/caught-mailer.server.ts'
import { enqueueSecretMail } from '#app/domain/events/enqueue-secret-mail.server.ts'
import { findCaughtMail, listCaughtMails } from './queries.server.ts'
import { sendEmail } from './send-email.server.ts'

const { owner } = useDatabase()

beforeEach(() => setClockAdvance(0))

const freshEmail = () => `m${newId().slice(-12)}@mail.example`

async function queued(email: string): Promise<JobPayloads['send_email'][]> {
  const { rows } = await owner().query<{ data: JobPayloads['send_email'] }>(
    `select data from pgboss.job where name = 'send_email' and data->>'to' = $1`,
    [email],
  )
  return rows.map((row) => row.data)
}

test('AUTH-03 the mail of a sign-in arrives with code and link; one whose code has ended is not sent', async () => {
  const email = freshEmail()
  const request = {
    email,
    attempt: { mode: 'sign-up', userType: 'fan' },
    browser: browserOf(newBrowserToken()),
    network: 'n',
    returnTo: null,
  } as const
  expect((await requestSignInCode(request)).ok).toBe(true)
  const [job] = await queued(email)
  await sendEmail(job!)
  const [mail] = await listCaughtMails({ to: email.toUpperCase(), limit: 10 })
  expect(mail).toMatchObject({
    to: email,
    subject: 'Your sign-in code',
    code: expect.stringMatching(/^\d{6}$/) as string,
  })
  expect(mail!.link).toMatch(/^http:\/\/localhost:3000\/auth\/link\/[\w-]{43}$/)
  for (const body of [mail!.text, mail!.html]) {
    expect(body).toContain(mail!.code!)
    expect(body).toContain(mail!.link!)
  }
  expect(await findCaughtMail(mail!.id)).toEqual(mail)
  setClockAdvance(901_000)
  await sendEmail(job!)
  expect(await listCaughtMails({ to: email, limit: 10 })).toHaveLength(1)
})

test('a mail is queued exactly when its command commits, and its data are stored sealed', async () => {
  const email = freshEmail()
  const data = {
    code: '419023',
    minutes: 15,
    link: 'http://localhost:3000/l',
    productName: 'Monthly pass',
    amount: 'UGX 1',
    reference: 'ref-secret',
  }
  const failed = inTransaction(async (tx) => {
    await enqueueSecretMail(tx, email, 'payment_account', data)
    throw new Error('the command failed')
  })
  await expect(failed).rejects.toThrow('the command failed')
  expect(await queued(email)).toEqual([])
  await inTransaction((tx) => enqueueSecretMail(tx, email, 'payment_account', data))
  const [job] = await queued(email)
  expect(JSON.stringify(job)).not.toMatch(/ref-secret|419023/)
  await sendEmail(job!)
  expect((await listCaughtMails({ to: email, limit: 1 }))[0]).toMatchObject({
    subject: 'Your payment arrived',
    code: '419023',
    text: expect.stringContaining('ref-secret') as string,
  })
})

test('a job that runs twice sends one mail, and a mail that an earlier release queued is still sent', async () => {
  const email = freshEmail()
  await inTransaction((tx) => enqueueSecretMail(tx, email, 'staff_code', { code: '419023', minutes: 15 }))
  const [job] = await queued(email)
  await sendEmail(job!)
  await sendEmail(job!)
  expect(await listCaughtMails({ to: email, limit: 10 })).toHaveLength(1)
  const former = { until: '1 Dec 2026', link: 'http://localhost:3000/profile/export' }
  await sendEmail({ to: email, template: 'export_ready', sealedData: seal(JSON.stringify(former)) })
  expect((await listCaughtMails({ to: email, limit: 1 }))[0]).toMatchObject({ subject: 'Your copy is ready' })
})

test('an unknown template throws, so that the queue shows it', async () => {
  const email = freshEmail()
  await inTransaction((tx) => enqueueSecretMail(tx, email, 'staff_code', { code: '419023', minutes: 15 }))
  const [job] = await queued(email)
  await expect(sendEmail({ ...job!, template: 'nothing' })).rejects.toThrow('no mail template')
})

test('caught mail older than 90 days is deleted', async () => {
  await owner().query(
    `insert into caught_mails (id, recipient, subject, body_text, body_html, sent_at) values ($1, 'old@mail.example', 's', 't', 'h', app_now() - interval '91 days')`,
    [newId()],
  )
  expect(await purgeCaughtMails()).toBe(1)
  expect(await listCaughtMails({ to: 'old@mail.example', limit: 1 })).toEqual([])
})
