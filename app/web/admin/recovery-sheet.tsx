import { Form } from 'react-router'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/receipt.tsx'
import { usePending } from '#app/web/components/use-pending.ts'

/** New recovery codes, shown until their owner confirms at `action` that they are saved. */
export function RecoverySheet({ codes, action }: { codes: string[]; action: string }) {
  const pending = usePending(action)
  return (
    <div className="stack stack-16">
      <Banner tone="warning" icon="key-round" title="Write these recovery codes down now">
        Each code signs you in once if you lose your app or passkey. We never show them again.
      </Banner>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <CopyButton text={codes.join('\n')} label="Copy recovery codes" />
        <span className="text-secondary">Keep them on paper or in a password manager, not on this phone.</span>
      </div>
      <Form method="post" action={action}>
        <Button variant="primary" wide pending={pending} pendingLabel="Saving...">
          I saved these codes
        </Button>
      </Form>
    </div>
  )
}
