import { LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import type { LockedCard } from './post-card-data.ts'

/** A post for a viewer without access: a blurred preview of a few pixels, its type, its price and the unlock link. */
export function LockedMedia({ locked }: { locked: LockedCard }) {
  return (
    <div className={joinClasses('post-media', (locked.freeItem ?? locked.freeSeconds) && 'post-media-rest')}>
      {locked.preview && <img src={locked.preview} alt="" width={26} height={32} decoding="async" />}
      <div className="locked-overlay">
        <span className="locked-sign">
          <Icon name="lock" />
        </span>
        <p>
          {locked.typeLine}
          {locked.price && (
            <>
              <br />
              <span className="money" translate="no">
                {locked.price}
              </span>
            </>
          )}
        </p>
        <LinkButton variant="light" href={locked.unlockHref}>
          Unlock this Peach
        </LinkButton>
      </div>
    </div>
  )
}
