import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import type { PollCardData } from './poll-card.ts'

/** The poll of a post: one button for each option, and once the viewer sees the result, the part of each. */
export function Poll({ poll }: { poll: PollCardData }) {
  const options = poll.options.map((option, index) => (
    <PollOption key={index} option={option} position={index} votes={poll.action !== null} />
  ))
  return (
    <section className="poll" aria-label={`Poll: ${poll.question}`}>
      <h3 className="text-h3">{poll.question}</h3>
      {poll.action === null ? (
        <div className="stack stack-8">{options}</div>
      ) : (
        <form method="post" action={poll.action} className="stack stack-8">
          {options}
        </form>
      )}
      <p className="text-muted">{poll.meta}</p>
    </section>
  )
}

type PollOptionProps = { option: PollCardData['options'][number]; position: number; votes: boolean }

function PollOption({ option: { label, mine, percent }, position, votes }: PollOptionProps) {
  const inside = (
    <>
      {percent !== null && <progress value={percent} max={100} aria-hidden="true" />}
      <span className="grow">
        {label}
        {mine && (
          <>
            <Icon name="check" size={16} />
            <span className="visually-hidden">, your vote</span>
          </>
        )}
      </span>
      {percent !== null && <span className="money" translate="no">{`${percent}%`}</span>}
    </>
  )
  const className = joinClasses('poll-option', mine && 'poll-option-mine')
  return votes ? (
    <button className={className} name="option" value={position} aria-pressed={mine}>
      {inside}
    </button>
  ) : (
    <p className={className}>{inside}</p>
  )
}
