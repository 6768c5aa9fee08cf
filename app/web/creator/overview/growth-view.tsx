import { to } from '#app/links.ts'
import { ListRow } from '#app/ui/card.tsx'
import { Section } from '#app/ui/section.tsx'
import { BarChart } from '#app/web/components/bar-chart.tsx'
import { ChartTable } from '#app/web/components/chart-table.tsx'
import { LineChart } from '#app/web/components/line-chart.tsx'
import { HomeCard } from './home-card.tsx'
import type { Home } from '#app/web/creator/overview/load-home.server.ts'

export function GrowthCharts({ growth }: { growth: Home['growth'] }) {
  return (
    <Section card id="growth-heading" title="Growth in 30 days" gap="stack-12">
      <h3 className="text-body text-secondary">Followers</h3>
      <LineChart className="home-line" points={growth.days.map(({ day, followers }) => ({ day, value: followers }))} />
      <h3 className="text-body text-secondary">Subscribers</h3>
      <LineChart
        className="home-line"
        points={growth.days.map(({ day, subscribers }) => ({ day, value: subscribers }))}
      />
      <p className="text-caption">
        Followers are those of now, by the day since when they follow you. Subscribers have your subscription, or follow
        you with a pass.
      </p>
      <ChartTable
        label="Followers and subscribers by day"
        heads={['Day', 'Followers (new)', 'Subscribers']}
        rows={growth.rows}
      />
    </Section>
  )
}

/** The fills of the kinds, from the one that brought most: solid, lines, dots, pale. Never colour alone. */
const FILLS = ['home-fill-1', 'home-fill-2', 'home-fill-3', 'home-fill-4'] as const

export function EarningsWeeks({ weeks: { kinds, weeks } }: { weeks: NonNullable<Home['weeks']> }) {
  return (
    <Section card id="weeks-heading" title="Earnings by week" gap="stack-12">
      <figure className="earnings-figure">
        <BarChart
          className="earnings-chart"
          days={weeks.map(({ day, shillings }) => ({
            day,
            bars: shillings.map((value, index) => ({
              value,
              className: FILLS[index],
              ...(index > 0 && index < 3 && { fill: `url(#fill-${index + 1})` }),
            })),
            message: '',
          }))}
          height={220}
          left={78}
          labels="left"
          steps={3}
          labelOf={(shillings) => shillings.toLocaleString('en')}
          marks={[0, 4]}
          last="This week"
          list={false}
          defs={<FillPatterns />}
        />
        <figcaption className="earnings-legend">
          {kinds.map((kind, index) => (
            <span key={kind}>
              <svg className="home-key" viewBox="0 0 14 14" aria-hidden="true">
                <rect
                  className={FILLS[index]}
                  width="14"
                  height="14"
                  rx="3"
                  {...(index > 0 && index < 3 && { fill: `url(#fill-${index + 1})` })}
                />
              </svg>
              {kind}
            </span>
          ))}
        </figcaption>
      </figure>
      <p className="text-caption">Shillings after our fee and refunds, by the week that begins on Monday.</p>
      <ChartTable
        label="Earnings by week and kind"
        heads={['Week of', ...kinds, 'Together']}
        rows={weeks.map(({ cells }) => cells).toReversed()}
      />
    </Section>
  )
}

function FillPatterns() {
  return (
    <defs>
      <pattern id="fill-2" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="earnings-hatch" width="2.4" height="5" />
      </pattern>
      <pattern id="fill-3" width="6" height="6" patternUnits="userSpaceOnUse">
        <circle className="earnings-hatch" cx="3" cy="3" r="1.5" />
      </pattern>
    </defs>
  )
}

export function BestPosts({ posts }: { posts: Home['best'] }) {
  return (
    <HomeCard
      id="best-heading"
      title="Best posts of 30 days"
      aside={
        <a className="link link-target" href={to.ownPosts}>
          All posts
        </a>
      }
    >
      {posts.length === 0 && <p className="home-card-body text-muted">Your published posts appear here.</p>}
      <ul className="home-rows">
        {posts.map(({ id, href, title, meta, amount }) => (
          <li key={id}>
            <ListRow
              href={href}
              plain
              title={title}
              meta={meta}
              sum={
                amount && (
                  <span className="money text-h3" translate="no">
                    {amount}
                  </span>
                )
              }
            />
          </li>
        ))}
      </ul>
    </HomeCard>
  )
}
