import { to } from '#app/links.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Menu, MenuLink } from '#app/ui/menu.tsx'

/** What a creator sets for all conversations. */
export function CreatorTools() {
  return (
    <Menu label="Chat tools" summary={<Icon name="sliders-horizontal" />}>
      <MenuLink href={to.massMessages} icon="send">
        Messages to many
      </MenuLink>
      <MenuLink href={to.chatPrice} icon="tags">
        Price of a message
      </MenuLink>
      <MenuLink href={to.savedReplies} icon="pencil">
        Saved replies
      </MenuLink>
      <MenuLink href={to.welcomeMessage} icon="heart-handshake">
        Welcome message
      </MenuLink>
    </Menu>
  )
}
