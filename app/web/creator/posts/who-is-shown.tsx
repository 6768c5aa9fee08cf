import { Button } from '#app/ui/button.tsx'
import { OptionCard } from '#app/ui/choice.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { FieldGroup } from '#app/ui/field.tsx'
import type { FormValues } from '#app/web/form-answer.ts'
import { type PersonLine, SHOWN_TEXTS } from '#app/web/creator/releases/texts.ts'

type WhoIsShownProps = {
  values: FormValues
  error: (fieldId: string) => string | undefined
  people: readonly PersonLine[]
}

/** Who is shown in a post: the statement that is stored with it, and the people who are named beside its creator. */
export function WhoIsShown({ values, error, people }: WhoIsShownProps) {
  const withOthers = people.length > 0 || values.shown === 'with_others'
  return (
    <div className="post-shown stack stack-8">
      <FieldGroup label="Who is shown" name="shown" error={error('shown')} hint={SHOWN_TEXTS.statement}>
        <div className="stack stack-8">
          <OptionCard name="shown" value="only_me" title={SHOWN_TEXTS.onlyMe} defaultChecked={!withOthers} />
          <OptionCard
            name="shown"
            value="with_others"
            title={SHOWN_TEXTS.withOthers}
            icon="users"
            defaultChecked={withOthers}
          />
        </div>
      </FieldGroup>
      <div className="post-people stack stack-8">
        {people.length > 0 && (
          <ul className="stack stack-8">
            {people.map((person) => (
              <li key={person.id} className="row row-between">
                <span className="text-body">{person.name}</span>
                <StatusChip status={person.status} small />
              </li>
            ))}
          </ul>
        )}
        <Button name="intent" value="people" icon="users">
          {people.length > 0 ? 'Change the names' : 'Name who is shown'}
        </Button>
        <p className="hint">The post waits until everybody who is named has signed.</p>
      </div>
    </div>
  )
}
