import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { joinClasses } from './join-classes.ts'

type BannerTone = 'info' | 'warning' | 'danger' | 'success' | 'locked' | 'neutral'

type BannerProps = {
  tone?: BannerTone
  icon?: IconName
  title?: ReactNode
  children?: ReactNode
  /** A button or link: below the text on a phone, beside it on a wide screen. */
  action?: ReactNode
  /** Use `alert` only for something that blocks the user and appears without a page load. */
  role?: 'status' | 'alert'
}

const usualIcons: Record<BannerTone, IconName> = {
  info: 'info',
  warning: 'clock',
  danger: 'triangle-exclamation-point',
  success: 'circle-check',
  locked: 'lock',
  neutral: 'info',
}

/** A notice that stays on the page: icon, text and at most one action. */
export function Banner({ tone = 'info', icon, title, children, action, role }: BannerProps) {
  return (
    <div className={joinClasses('banner', `banner-${tone}`)} role={role}>
      <Icon name={icon ?? usualIcons[tone]} />
      <div className="banner-body">
        <div className="banner-text">
          {title && <p className="text-h3">{title}</p>}
          {children && <div className="text-secondary">{children}</div>}
        </div>
        {action}
      </div>
    </div>
  )
}
