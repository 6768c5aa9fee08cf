import { POLL } from '#app/domain/polls/poll.ts'
import { FieldGroup, SelectField, TextField } from '#app/ui/field.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { POLL_HOURS, POLL_QUESTION, pollOption } from './poll-form.ts'

/** The fields of a poll, as a part of the form of a post. Left empty, the post has no poll. */
export function PollFields({ answer }: { answer: FormAnswer | undefined }) {
  const { field, error, value } = readAnswer(answer)
  return (
    <FieldGroup label="Poll" name="poll" optional hint="Fans who may see the post vote once, and see the result then.">
      <div className="stack stack-16">
        <TextField label="Question" {...field(POLL_QUESTION)} maxLength={POLL.questionLength} autoComplete="off" />
        {Array.from({ length: POLL.maxOptions }, (_, index) => (
          <TextField
            key={index}
            label={`Option ${index + 1}`}
            {...field(pollOption(index))}
            optional={index >= POLL.minOptions}
            maxLength={POLL.optionLength}
            autoComplete="off"
          />
        ))}
        <SelectField
          label="Open for"
          name={POLL_HOURS}
          defaultValue={value(POLL_HOURS, String(POLL.standardHours))}
          error={error(POLL_HOURS)}
        >
          {POLL.offeredHours.map((hours) => (
            <option key={hours} value={hours}>
              {duration(hours)}
            </option>
          ))}
        </SelectField>
      </div>
    </FieldGroup>
  )
}

function duration(hours: number): string {
  if (hours === 1) return '1 hour'
  return hours < 48 ? `${hours} hours` : `${hours / 24} days`
}
