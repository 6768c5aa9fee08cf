import { useState } from 'react'
import { MOST_TAGS, TAGS } from '#app/domain/creators/tags.ts'
import { FieldGroup } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'

/** The tags as chips. With script the fourth is disabled with a reason; without, the server validates. */
export function TagField({ chosen, error }: { chosen: readonly string[]; error?: string }) {
  const [taken, setTaken] = useState<readonly string[]>(() => TAGS.filter((tag) => chosen.includes(tag)))
  const full = taken.length >= MOST_TAGS
  return (
    <FieldGroup
      label="Tags"
      name="tags"
      hint={
        full ? `Pick up to ${MOST_TAGS}. You have ${taken.length}, take one off to change` : `Pick up to ${MOST_TAGS}`
      }
      error={error}
    >
      <div className="tag-chips">
        {TAGS.map((tag) => {
          const refused = full && !taken.includes(tag)
          return (
            <label key={tag} className="tag-chip">
              <input
                type="checkbox"
                name="tags"
                value={tag}
                defaultChecked={taken.includes(tag)}
                aria-disabled={refused || undefined}
                aria-describedby="tags-hint"
                onClick={(event) => {
                  if (refused) event.preventDefault()
                }}
                onChange={(event) => {
                  const { checked } = event.target
                  setTaken((before) => (checked ? [...before, tag] : before.filter((one) => one !== tag)))
                }}
              />
              <Icon name="check" size={16} className="tag-check" />
              {tag}
            </label>
          )
        })}
      </div>
    </FieldGroup>
  )
}
