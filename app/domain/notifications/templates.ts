import { accountMails } from './mails/account.ts'
import { creatorMails } from './mails/creators.ts'
import { earningsMails } from './mails/earnings.ts'
import { paymentMails } from './mails/payments.ts'
import { signInMails } from './mails/sign-in.ts'
import { staffMails } from './mails/staff.ts'
import type { RenderedMail, Template } from './mail-template.ts'

// Subjects are neutral: they show on locked screens, in front of others.
const templates = { ...signInMails, ...paymentMails, ...accountMails, ...creatorMails, ...earningsMails, ...staffMails }

type Templates = typeof templates
export type TemplateName = keyof Templates
export type TemplateData<Name extends TemplateName> = Parameters<Templates[Name]['render']>[0]

/** The mail of a template. Throws for an unknown name or data of another shape: that is a bug of the sender. */
export function renderMail(name: string, data: unknown, brandName: string): RenderedMail {
  if (!Object.hasOwn(templates, name)) throw new Error(`there is no mail template ${name}`)
  const found = templates[name as TemplateName] as Template<unknown>
  return found.render(found.schema.parse(data), brandName)
}
