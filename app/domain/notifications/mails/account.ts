import { z } from 'zod'
import { layOutMail } from '../mail-layout.ts'
import { template } from '../mail-template.ts'

const ExportReady = z.object({ link: z.string(), until: z.string() })
const DeletionCode = z.object({ code: z.string(), minutes: z.number() })
const DeletionWaiting = z.object({ link: z.string(), on: z.string() })

/** Mails about the account as a whole. */
export const accountMails = {
  export_ready: template(ExportReady, ({ link, until }, brandName) => ({
    subject: 'Your copy is ready',
    code: null,
    link,
    ...layOutMail(
      'Your copy is ready',
      [
        { kind: 'message', text: `The copy of your data that you asked for can be downloaded until ${until}.` },
        { kind: 'link', label: 'Sign in and download it', address: link },
        { kind: 'message', text: "If you didn't ask for it, sign out your other devices on that page and contact us." },
      ],
      brandName,
    ),
  })),
  deletion_code: template(DeletionCode, ({ code, minutes }, brandName) => ({
    subject: 'Your confirmation code',
    code,
    link: null,
    ...layOutMail(
      'Your confirmation code',
      [
        { kind: 'message', text: 'This code deletes your account. Type it on the page that asked for it:' },
        { kind: 'code', code },
        {
          kind: 'message',
          text: `It is valid for ${minutes} minutes and works once. If you don't want to delete your account, ignore this mail and give nobody the code.`,
        },
      ],
      brandName,
    ),
  })),
  deletion_waiting: template(DeletionWaiting, ({ link, on }, brandName) => ({
    subject: 'Your account is closed',
    code: null,
    link,
    ...layOutMail(
      'Your account is closed',
      [
        {
          kind: 'message',
          text: `It will be deleted on ${on}. Until then nobody sees it and nobody is signed in to it.`,
        },
        { kind: 'link', label: 'Changed your mind? Keep my account', address: link },
        { kind: 'message', text: 'After that day we cannot restore it.' },
      ],
      brandName,
    ),
  })),
}
