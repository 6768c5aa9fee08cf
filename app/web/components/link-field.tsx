import { TextField } from '#app/ui/field.tsx'
import { CopyButton } from '#app/ui/receipt.tsx'

/** An address to be copied, by the button or by hand. */
export function LinkField({ address, hint }: { address: string; hint?: string }) {
  return (
    <TextField
      label="Link"
      name="link"
      defaultValue={address}
      readOnly
      trailing={<CopyButton text={address} label="Copy link" />}
      hint={hint}
    />
  )
}
