/** The notification channel on which every process hears of messages. */
export const messageChannel = 'nameplane_message'

/** What has happened: a message was published, an account has read some, or others went away. */
export type MessageNews = { readonly published: number } | { readonly readBy: number } | { readonly changed: true }
