import { layOutMail, type MailPart } from './mail-layout.ts'

export type RenderedMail = { subject: string; text: string; html: string; code: string | null; link: string | null }

export type MailContent = {
  subject: string
  /** The first line, where it isn't the subject. */
  heading?: string
  /** Strings are paragraphs; null and '' are left out. */
  parts: readonly (MailPart | string | null)[]
}

/** A mail from its parts. `code` and `link` are those of its first parts of these kinds. */
export function renderParts({ subject, heading = subject, parts }: MailContent, brandName: string): RenderedMail {
  const blocks = parts.flatMap((part): MailPart[] => {
    if (typeof part === 'string') return part === '' ? [] : [{ kind: 'message', text: part }]
    return part === null ? [] : [part]
  })
  const code = blocks.find((block) => block.kind === 'code')?.code ?? null
  const link = blocks.find((block) => block.kind === 'link')?.address ?? null
  return { subject, code, link, ...layOutMail(heading, blocks, brandName) }
}
