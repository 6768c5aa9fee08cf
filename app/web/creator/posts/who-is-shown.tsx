import { Button } from '#app/ui/button.tsx'
import { OptionField } from '#app/ui/choice.tsx'
import type { FormValues } from '#app/web/form-answer.ts'
import { PeopleList } from '#app/web/creator/releases/people-list.tsx'
import { type PersonLine, SHOWN_TEXTS } from '#app/web/creator/releases/texts.ts'

type ShownChoiceProps = { withOthers: boolean; error: string | undefined }

/** The statement about who is shown, which is stored with the post. */
export function ShownChoice({ withOthers, error }: ShownChoiceProps) {
  return (
    <OptionField
      label="Who is shown"
      name="shown"
      options={[
        { value: 'only_me', title: SHOWN_TEXTS.onlyMe },
        { value: 'with_others', title: SHOWN_TEXTS.withOthers, icon: 'users' },
      ]}
      chosen={withOthers ? 'with_others' : 'only_me'}
      error={error}
      hint={SHOWN_TEXTS.statement}
    />
  )
}

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
      <ShownChoice withOthers={withOthers} error={error('shown')} />
      <div className="post-people stack stack-8">
        {people.length > 0 && <PeopleList people={people} />}
        <Button name="intent" value="people" icon="users">
          {people.length > 0 ? 'Change the names' : 'Name who is shown'}
        </Button>
        <p className="hint">The post waits until everybody who is named has signed.</p>
      </div>
    </div>
  )
}
