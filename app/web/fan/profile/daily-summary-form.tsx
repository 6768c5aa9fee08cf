import type { DigestChoice } from '#app/domain/notifications/digest.ts'
import { to } from '#app/links.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { HourOptions } from './hour-options.tsx'

/** Whether mails come one by one or in one a day, and at which hour. */
export function DailySummaryForm({ digest }: { digest: DigestChoice }) {
  return (
    <Card padded>
      <form method="post" action={to.dailySummary} className="stack stack-8">
        <h2 className="text-h3">Daily summary</h2>
        <p className="text-muted">
          One mail a day says how many messages, posts and comments are new. It names nobody, and none is sent where you
          have seen everything. Sign-in, security, money and live alerts are mailed at once.
        </p>
        <SelectField label="Other mails" name="mails" defaultValue={digest.allMails ? 'daily' : 'at_once'}>
          <option value="at_once">At once</option>
          <option value="daily">In the daily summary</option>
        </SelectField>
        <SelectField label="Summary at" name="hour" defaultValue={String(digest.hour)}>
          <HourOptions />
        </SelectField>
        <Button>Save daily summary</Button>
      </form>
    </Card>
  )
}
