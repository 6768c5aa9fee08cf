import { z } from 'zod'
import { layOutMail } from './mail-layout.ts'

const SignIn = z.object({ code: z.string(), link: z.string(), minutes: z.number() })
const PaymentAccount = SignIn.extend({ productName: z.string(), amount: z.string(), reference: z.string() })
const Receipt = z.object({
  productName: z.string(),
  /** Ready to read, such as `UGX 180,000`. */
  amount: z.string(),
  reference: z.string(),
  paidOn: z.string(),
  /** The day a pass ends, or null for what is bought for good. */
  endsOn: z.string().nullable(),
  method: z.string(),
  link: z.string(),
})

export type RenderedMail = { subject: string; text: string; html: string; code: string | null; link: string | null }

// Subjects are neutral: they show on locked screens, in front of others.
const templates = {
  sign_in_code: template(SignIn, ({ code, link, minutes }, brandName) => ({
    subject: 'Your sign-in code',
    code,
    link,
    ...layOutMail(
      'Your sign-in code',
      [
        { kind: 'words', text: 'Type this code on the page that asked for it:' },
        { kind: 'code', code },
        { kind: 'link', label: 'Or sign in with this link', address: link },
        {
          kind: 'words',
          text: `Code and link are valid ${minutes} minutes and work once. Nobody of us will ever ask you for the code.`,
        },
        { kind: 'words', text: "If you didn't ask for it, ignore this mail: nothing happens." },
      ],
      brandName,
    ),
  })),
  payment_account: template(PaymentAccount, ({ code, link, minutes, productName, amount, reference }, brandName) => ({
    subject: 'Your payment arrived',
    code,
    link,
    ...layOutMail(
      'Your payment arrived',
      [
        { kind: 'facts', rows: factsOf({ For: productName, Amount: amount, Reference: reference }) },
        { kind: 'words', text: 'This code opens your account. Type it on the page where you paid:' },
        { kind: 'code', code },
        { kind: 'link', label: 'Or open your account with this link', address: link },
        {
          kind: 'words',
          text: `Code and link are valid ${minutes} minutes and work once. Later, sign in with this e-mail address: what you paid for waits for you.`,
        },
      ],
      brandName,
    ),
  })),
  receipt: template(Receipt, ({ productName, amount, reference, paidOn, endsOn, method, link }, brandName) => ({
    subject: 'Your receipt',
    code: null,
    link,
    ...layOutMail(
      'Your receipt',
      [
        {
          kind: 'facts',
          rows: factsOf({
            For: productName,
            Amount: amount,
            'Paid on': paidOn,
            'Paid by': method,
            Reference: reference,
            'Ends on': endsOn,
          }),
        },
        { kind: 'link', label: 'Open', address: link },
        { kind: 'words', text: 'Keep the reference: support finds the payment by it.' },
      ],
      brandName,
    ),
  })),
}

type Templates = typeof templates
export type TemplateName = keyof Templates
export type TemplateData<Name extends TemplateName> = Parameters<Templates[Name]['render']>[0]

type Template<Data> = { schema: z.ZodType<Data>; render: (data: Data, brandName: string) => RenderedMail }

function template<Data>(schema: z.ZodType<Data>, render: Template<Data>['render']): Template<Data> {
  return { schema, render }
}

function factsOf(facts: Record<string, string | null>): [string, string][] {
  return Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== null)
}

/** The mail of a template. Throws for an unknown name or data of another shape: that is a bug of the sender. */
export function renderMail(name: string, data: unknown, brandName: string): RenderedMail {
  if (!Object.hasOwn(templates, name)) throw new Error(`there is no mail template ${name}`)
  const found = templates[name as TemplateName] as Template<unknown>
  return found.render(found.schema.parse(data), brandName)
}
