import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { smtpMailer } from './smtp-mailer.server.ts'

let server: Server | null = null
afterEach(() => void server?.close())

const mail = {
  id: '01',
  to: 'brian@mail.example',
  subject: 'Your sign-in code',
  text: 'Code 419023',
  html: '<p>419023</p>',
  code: '419023',
  link: null,
}

/** A mail server with just enough of SMTP to accept one mail; `answerToRecipient` simulates its faults. */
async function listen(answerToRecipient: string): Promise<{ url: string; received: string[] }> {
  const received: string[] = []
  server = createServer((socket) => {
    let inBody = false
    socket.on('error', () => {})
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      received.push(text)
      if (inBody) {
        if (text.endsWith('\r\n.\r\n')) {
          inBody = false
          socket.write('250 taken\r\n')
        }
        return
      }
      for (const line of text.split('\r\n').filter(Boolean)) {
        if (/^EHLO/i.test(line)) socket.write('250 test\r\n')
        else if (/^RCPT/i.test(line)) socket.write(`${answerToRecipient}\r\n`)
        else if (/^DATA/i.test(line)) {
          inBody = true
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

test('a mail is sent over SMTP with our sender, both bodies and without code or link as headers', async () => {
  const { url, received } = await listen('250 ok')
  await smtpMailer(url, 'Peach <hello@peach.example>').send(mail)
  const all = received.join('')
  expect(all).toContain('MAIL FROM:<hello@peach.example>')
  expect(all).toContain('RCPT TO:<brian@mail.example>')
  expect(all).toContain('Subject: Your sign-in code')
  expect(all).toContain('Message-ID: <01@peach.example>')
  expect(all).toContain('Code 419023')
  expect(all).toContain('<p>419023</p>')
  expect(all).toMatch(/Auto-Submitted: auto-generated/i)
})

test('AUTH-11 a temporary refusal by the mail server makes sending throw, so that the queue tries again', async () => {
  const { url } = await listen('451 try later')
  await expect(smtpMailer(url, 'hello@peach.example').send(mail)).rejects.toThrow()
})
