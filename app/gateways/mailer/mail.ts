/** A mail ready to leave. `code` and `link` repeat what stands in the text, for the one place where mail is caught. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  code: string | null
  link: string | null
}

/** The port of the mail gateway: resolves once the mail was taken over, throws while it wasn't. */
export type Mailer = { send: (mail: Mail) => Promise<void> }
