/** A mail ready to be sent. `code` and `link` repeat a part of the text, for the page that shows caught mail. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  code: string | null
  link: string | null
}

/** The port of the mail gateway: resolves once the mail was accepted, throws otherwise. */
export type Mailer = { send: (mail: Mail) => Promise<void> }
