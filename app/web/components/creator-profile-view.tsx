import { to } from '#app/links.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import type { Fragment } from '#app/web/server-only.ts'
import { SaleSheets } from '#app/web/checkout/sale-sheets.tsx'
import { CreatorAbout, type CreatorAboutData } from './creator-about.tsx'
import { CreatorPosts, PostCards, type CreatorPostsData } from './creator-posts.tsx'
import { FollowToggle } from './follow-toggle.tsx'
import { KeptFragment } from './kept-fragment.tsx'
import { sendLike } from './like-form.ts'
import { ResponsivePicture, type PictureData } from './responsive-picture.tsx'
import { ShareLink } from './share-link.tsx'

export type CreatorPage = {
  id: string
  username: string
  displayName: string
  avatarUrl: string | null
  cover: Fragment<PictureData | null>
  about: Fragment<CreatorAboutData>
  posts: Fragment<CreatorPostsData>
  /** `fan` is signed in without a pass; `owner` is the creator. */
  viewer: 'visitor' | 'fan' | 'entitled' | 'owner'
  /** The creator's own look at a page that waits for our team. */
  preview: boolean
  following: boolean
  followHref: string
  /** The address and the lowest price of "Get full access"; null for viewers who have access and for the creator. */
  offer: {
    href: string
    price: string
    description: string
  } | null
}

/** A creator's page: profile, actions, and the posts as this viewer may see them. */
export function CreatorProfileView({ page }: { page: CreatorPage }) {
  const { offer } = page
  return (
    <div className={joinClasses(offer && 'profile-with-cta')}>
      {page.preview && <PreviewBanner />}
      <KeptFragment className="cover" fragment={page.cover}>
        {(picture) => picture && <CoverPicture picture={picture} />}
      </KeptFragment>
      <div className="profile-layout">
        <section className="profile-head" aria-label={page.displayName}>
          <Face page={page} />
          <KeptFragment className="profile-kept" fragment={page.about}>
            {(about) => <CreatorAbout about={about} />}
          </KeptFragment>
          {offer && (
            <div className="wide-only stack stack-8">
              <LinkButton variant="primary" wide href={offer.href}>
                Get full access
              </LinkButton>
              <p className="text-muted text-center">{`${offer.price}, ${offer.description}`}</p>
            </div>
          )}
        </section>
        <KeptFragment
          as="section"
          className="stack profile-posts"
          aria-labelledby="posts"
          fragment={page.posts}
          onSubmit={sendLike}
        >
          {(posts) => (
            <CreatorPosts posts={posts}>
              <PostCards cards={posts.cards} />
            </CreatorPosts>
          )}
        </KeptFragment>
        {page.viewer !== 'owner' && (
          <p className="profile-report">
            <a className="link-target" href={to.report('creator', page.username)}>
              Report this profile
            </a>
          </p>
        )}
      </div>
      {page.viewer === 'entitled' && <SaleSheets />}
      {offer && (
        <div className="sticky-cta" data-at-foot>
          <p>
            <b className="text-h3 money" translate="no">
              {offer.price}
            </b>
            <br />
            <span className="text-caption">{offer.description}</span>
          </p>
          <LinkButton variant="primary" className="grow" href={offer.href}>
            Get full access
          </LinkButton>
        </div>
      )}
    </div>
  )
}

function PreviewBanner() {
  return (
    <div className="container">
      <Banner
        icon="eye-off"
        title="Only you see this page"
        action={<LinkButton href={to.dashboard}>How the review goes</LinkButton>}
      >
        Fans see it once our team has approved it and your weekly fee is paid.
      </Banner>
    </div>
  )
}

function Face({ page }: { page: CreatorPage }) {
  return (
    <div className="profile-face">
      <Avatar name={page.displayName} src={page.avatarUrl} size={88} bordered />
      <div className="row">
        <ShareLink path={to.creator(page.username)} title={page.displayName} />
        {page.viewer === 'owner' && <LinkButton href={to.ownPage}>Edit page</LinkButton>}
        {page.viewer === 'visitor' && (
          <LinkButton href={page.followHref}>
            Follow<span className="visually-hidden"> {page.displayName}</span>
          </LinkButton>
        )}
        {(page.viewer === 'fan' || page.viewer === 'entitled') && (
          <FollowToggle creatorId={page.id} displayName={page.displayName} following={page.following} />
        )}
      </div>
    </div>
  )
}

/** The picture at the top of a creator's page. */
export function CoverPicture({ picture }: { picture: PictureData }) {
  return (
    <ResponsivePicture picture={picture} sizes="(min-width: 768px) 1120px, (min-resolution: 2dppx) 66vw, 100vw" eager />
  )
}
