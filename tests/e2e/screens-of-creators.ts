import { at, type Fixture, type Screen } from './screen.ts'
import type { Page } from '@playwright/test'

/** Opens a list and follows its first link of this kind. */
const first = (list: string, link: string) => async (page: Page, fixture: Fixture) => {
  await at(list)(page, fixture)
  const href = await page.locator(`main a[href^="${link}"]`).first().getAttribute('href')
  return at(href!)(page, fixture)
}

/** What a creator publishes and sells, with its lists. */
export const SCREENS_OF_CREATORS: readonly Screen[] = (
  [
    { name: 'posts of a creator', go: at('/dashboard/posts'), title: 'Posts · Peach', main: true },
    { name: 'drafts of a creator', go: at('/dashboard/posts?show=drafts'), title: 'Posts · Peach' },
    { name: 'a new post', go: at('/dashboard/posts/new'), title: 'Post · Peach', main: true },
    { name: 'a draft', go: first('/dashboard/posts?show=drafts', '/dashboard/posts/0'), title: 'Post · Peach' },
    {
      name: 'a post with its figures',
      go: first('/dashboard/posts?show=locked', '/dashboard/posts/0'),
      title: 'Post · Peach',
      main: true,
    },
    { name: 'what is clearing', go: at('/dashboard/earnings/clearing'), title: 'Pending · Peach' },
    {
      name: 'a message to many with files',
      go: at('/dashboard/messages/new?kind=photo'),
      title: 'New message to many · Peach',
    },
    { name: 'cover, card and tags', go: at('/dashboard/page/appearance'), title: 'Cover, card and tags · Peach' },
    { name: 'vault', go: at('/dashboard/vault'), title: 'Vault · Peach', main: true },
    { name: 'requests received', go: at('/dashboard/requests'), title: 'Custom requests · Peach', main: true },
    {
      name: 'a request to answer',
      go: first('/dashboard/requests?show=new', '/dashboard/requests/0'),
      title: 'Custom request · Peach',
      main: true,
    },
    {
      name: 'a delivery',
      go: async (page: Page, fixture: Fixture) => {
        await first('/dashboard/requests?show=accepted', '/dashboard/requests/0')(page, fixture)
        return at(`${new URL(page.url()).pathname}/delivery`)(page, fixture)
      },
      title: 'Deliver · Peach',
    },
    { name: 'prices of requests', go: at('/dashboard/requests/prices'), title: /· Peach$/ },
  ] satisfies Omit<Screen, 'who' | 'own'>[]
).map((screen) => ({ ...screen, who: 'amina', own: true }))
