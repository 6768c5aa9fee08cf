/** A mail ready to be sent. `code` and `link` repeat a part of the text, for the page that shows caught mail. */
export type Mail = {
  /** The same for each try to send the same mail, so that a mailer can recognise a duplicate. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  code: string | null
  link: string | null
}

/** The port of the mail gateway: resolves once the mail was accepted, throws otherwise. */
export type Mailer = { send: (mail: Mail) => Promise<void> }
