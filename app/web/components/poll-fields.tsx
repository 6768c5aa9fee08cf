import { POLL } from '#app/domain/polls/poll.ts'
import { POLL_HOURS, POLL_QUESTION, pollOption } from '#app/domain/polls/typed-poll.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { FormValues } from '#app/web/form-answer.ts'

type PollFieldsProps = { values: FormValues; error: (fieldId: string) => string | undefined }

/** The fields of a poll, as a part of the form of a post. Left empty, the post has no poll. An option shows the field for the next one. */
export function PollFields({ values, error }: PollFieldsProps) {
  const field = (name: string) => ({ name, defaultValue: values[name], error: error(name) })
  return (
    <div className="stack stack-16">
      <p className="text-secondary">Fans who see the post vote once, and see the result then.</p>
      <TextField label="Question" {...field(POLL_QUESTION)} limit={POLL.questionLength} autoComplete="off" />
      <div className="stack stack-16">
        {Array.from({ length: POLL.maxOptions }, (_, index) => (
          <div key={index} className="poll-option-field">
            <TextField
              label={`Option ${index + 1}`}
              {...field(pollOption(index))}
              optional={index >= POLL.minOptions}
              limit={POLL.optionLength}
              autoComplete="off"
              placeholder=" "
            />
          </div>
        ))}
      </div>
      <SelectField
        label="Open for"
        name={POLL_HOURS}
        defaultValue={values[POLL_HOURS] ?? String(POLL.standardHours)}
        hint="From the moment in which the post is published."
        error={error(POLL_HOURS)}
      >
        {POLL.offeredHours.map((hours) => (
          <option key={hours} value={hours}>
            {duration(hours)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

function duration(hours: number): string {
  if (hours === 1) return '1 hour'
  return hours < 48 ? `${hours} hours` : `${hours / 24} days`
}
