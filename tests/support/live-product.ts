import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { newId } from '#app/platform/id.ts'
import { keyedHash, randomToken, useSecrets } from '#app/platform/secrets.server.ts'
import { EVERYBODY_AGREES, currentVersion } from '#app/domain/consents/documents.ts'
import { askOnce } from './own-postgres.ts'

const APP_SECRET = 'a secret of tests alone that is long enough to be one'

/** The environment of a product outside the demo, on an external database: no demo data is built, and no outside service is called. */
export function liveEnvironment(databaseUrl: string, options: { smtpUrl?: string } = {}): Record<string, string> {
  return {
    DEMO: '0',
    DATABASE_URL: databaseUrl,
    APP_SECRET,
    SMTP_URL: options.smtpUrl ?? 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Peach <hello@peach.example>',
    FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-nobody-answers-X',
    FLUTTERWAVE_WEBHOOK_HASH: 'a hash of tests alone, long enough',
    FLUTTERWAVE_ACCOUNT_ID: '1',
    FLUTTERWAVE_BASE_URL: 'http://127.0.0.1:9/v3',
    OWNER_EMAIL: 'owner@peach.example',
    OWNER_SECRET_KEY: 'a key of tests alone, long enough',
    TRUST_PROXY: '1',
  }
}

export type Member = { id: string; username: string; cookie: string }

/** Inserts a signed-in fan directly into the database. */
export async function addMember(databaseUrl: string, username: string): Promise<Member> {
  useSecrets([APP_SECRET])
  const id = newId()
  const token = randomToken()
  await askOnce(
    databaseUrl,
    `insert into profiles (id, email, email_proven_at, display_name, username, user_type, profile_completed, birthday)
     values ($1, $2, app_now(), $3, $3, 'fan', true, '1990-01-01')`,
    [id, `${username}@members.example`, username],
  )
  for (const document of EVERYBODY_AGREES)
    await askOnce(
      databaseUrl,
      `insert into consents (id, profile_id, document, version, occasion) values ($1, $2, $3, $4, 'sign_up')`,
      [newId(), id, document, currentVersion(document).version],
    )
  await askOnce(
    databaseUrl,
    `insert into sessions (id, token_hash, profile_id, expires_at, kind) values ($1, $2, $3, app_now() + interval '1 hour', 'member')`,
    [newId(), keyedHash('token', token), id],
  )
  return { id, username, cookie: `peach_session=${token}` }
}

export type Mailbox = { url: string; mails: string[]; close(): Promise<void> }

/** A mail server that accepts everything and keeps it as it arrived. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: string[] = []
  const server = createServer((socket) => {
    let letter: string | null = null
    let rest = ''
    socket.on('error', () => {})
    socket.write('220 tests\r\n')
    socket.setEncoding('utf8').on('data', (text: string) => {
      rest += text
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (letter !== null && line !== '.') letter += `${line}\n`
        else if (letter !== null) {
          mails.push(letter)
          letter = null
          socket.write('250 kept\r\n')
        } else if (line.toUpperCase() === 'DATA') {
          letter = ''
          socket.write('354 go on\r\n')
        } else if (line.toUpperCase() === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
