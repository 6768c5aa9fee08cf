import { z } from 'zod'

const text = z.string().max(4_000)
const extensions = z.object({ credProps: z.object({ rk: z.boolean() }).partial().optional() }).catch({})
const attachment = z.enum(['platform', 'cross-platform']).optional().catch(undefined)
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const identified = { id: text, rawId: text, type: z.literal('public-key') }

/** What a browser sends when a passkey signs. */
export const PasskeyAssertion = z.object({
  ...identified,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.optional(),
  }),
  clientExtensionResults: extensions,
  authenticatorAttachment: attachment,
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** What a browser sends when a passkey is made. */
export const PasskeyCreation = z.object({
  ...identified,
  response: z.object({
    clientDataJSON: text,
    attestationObject: z.string().max(40_000),
    transports: z
      .array(z.string())
      .max(10)
      .transform((names) => names.filter(isTransport))
      .catch([]),
  }),
  clientExtensionResults: extensions,
  authenticatorAttachment: attachment,
})

function isTransport(name: string): name is (typeof TRANSPORTS)[number] {
  return TRANSPORTS.some((known) => known === name)
}

/** Parses the JSON in a form field; null where it doesn't have the given shape. */
export function readPasskey<Shape extends z.ZodType>(shape: Shape, text: string): z.infer<Shape> | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = shape.safeParse(json)
  return parsed.success ? parsed.data : null
}
