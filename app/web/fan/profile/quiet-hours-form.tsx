import type { QuietHours } from '#app/domain/notifications/quiet-hours.ts'
import { to } from '#app/links.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { HourOptions } from './hour-options.tsx'

/** When nothing makes a sound. */
export function QuietHoursForm({ hours }: { hours: QuietHours | null }) {
  return (
    <Card padded>
      <form method="post" action={to.quietHours} className="stack stack-8">
        <h2 className="text-h3">Quiet hours</h2>
        <p className="text-muted">
          No mails and no phone alerts in these hours of Kampala (EAT). They come afterwards. Sign-in, security and
          money are told at any hour.
        </p>
        <SelectField label="From" name="from" defaultValue={hours ? String(hours.from) : ''}>
          <option value="">No quiet hours</option>
          <HourOptions />
        </SelectField>
        <SelectField label="Until" name="to" defaultValue={String(hours?.to ?? 7)}>
          <HourOptions />
        </SelectField>
        <Button>Save quiet hours</Button>
      </form>
    </Card>
  )
}
