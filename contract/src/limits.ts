/** Every number of the specification, once, with its paragraph. Money is in minor units, time in the unit of the name. */

// §9 Business constants and limits
export const PHOTOS_FREE = 3;
export const PHOTOS_PREMIUM = 25;
export const SWIPE_LIKES_PER_DAY = 4;
export const CONVERSATIONS_FREE = 2;
export const LOW_CREDITS = 10;
export const UNREAD_BADGE_MAX = 99;
export const WELCOME_CODE = "TIMEBONUS25";
export const WELCOME_PERCENT = 25;
export const WELCOME_WINDOW_SECONDS = 14_400;
export const REFRESH_FIRST_MS = 5_000;
export const REFRESH_EVERY_MS = 60_000;
export const REFRESH_EVERY_PUSH_MS = 300_000;
export const CHUNK_RELOAD_GUARD_MS = 60_000;
export const LOADING_BAR_DELAY_MS = 200;
export const LOADING_BAR_RUN_MS = 5_000;
export const LOADING_BAR_HIDE_MS = 500;
export const LOCALE_COOKIE_DAYS = 365;
export const AUTH_COOKIE_DAYS = 30;
export const REQUEST_RETRIES = 5;
export const GEOCODE_CACHE_SECONDS = 3_600;
export const TIME_BONUS_MODAL_DELAY_MS = 40_000;

// §4 States and transitions
export const AUTO_LIKE_DELAY_MS = 500;
export const LIKES_RELOAD_DELAY_MS = 500;
export const DELETION_PENDING_DAYS = 14;
export const ONLINE_SECONDS = 300;
/** "Recently active" (product.md 2). */
export const RECENT_SECONDS = 86_400;
export const TYPING_SECONDS = 5;

// product.md 2, defaults that the source does not give
export const MIN_AGE = 18;
export const MAX_AGE = 99;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** RFC 5321: the longest address that a mail server accepts. */
export const EMAIL_MAX = 254;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
/** Prompts that a member may finish on the profile, and the length of each. */
export const ANSWERS_MAX = 3;
export const ANSWER_MAX = 200;
/** Interests that sign-up asks for; the profile may have more. */
export const SIGNUP_INTERESTS = 5;
/** The map of members per region shows no smaller number (product.md 10). */
export const MAP_LEAST_MEMBERS = 5;
/** Places that a search by name offers. */
export const PLACES_FOUND = 8;
export const ABOUT_MAX = 2_000;
/** Saved searches per member (product.md 4). */
export const SAVED_SEARCHES = 10;
/** Browsers with push notifications per member (product.md 8). */
export const PUSH_SUBSCRIPTIONS = 10;
/** Delay of a push notification, which is dropped if the member has read the news by then (product.md 8). */
export const PUSH_DELAY_SECONDS = 10;
/** The note of a report (product.md 6). */
export const REPORT_NOTE_MAX = 1_000;
export const COMPLAINT_MESSAGE_MAX = 5_000;
export const TICKET_MESSAGE_MAX = 5_000;
export const MESSAGE_LENGTH = 1_000;
/** Conversations started in 24 hours: new; confirmed with a photo; premium for so many days (product.md 6). */
export const CONVERSATIONS_A_DAY = 10;
export const CONVERSATIONS_A_DAY_SHOWN = 20;
export const CONVERSATIONS_A_DAY_PREMIUM = 40;
export const PREMIUM_TRUSTED_DAYS = 30;
/** The same text as a first message in 24 hours; shorter ones (a hello) are not compared. */
export const SAME_TEXT_RECEIVERS = 3;
export const SAME_TEXT_MIN = 20;
/** Unread for so long, a member who has not visited since gets a reminder (product.md 8). */
export const UNREAD_REMINDER_HOURS = 24;
/** New messages and likes are mailed after so long, to members who were not here since. */
export const ACTIVITY_MAIL_MINUTES = 15;
/** Hours of the member's day in which the site's own mailings are sent (product.md 8). */
export const MAILINGS_FROM_HOUR = 9;
export const MAILINGS_TO_HOUR = 21;
/** The weekly update: days between two, days until the next look when no member fits, members named, how near they live. */
export const WEEKLY_UPDATE_DAYS = 7;
export const WEEKLY_UPDATE_LOOK_DAYS = 1;
export const WEEKLY_UPDATE_PEOPLE = 6;
export const WEEKLY_UPDATE_KM = 100;
/** Reminders of an unfinished profile: the first after sign-up, days between two, times for the same thing. */
export const REMINDER_FIRST_DAYS = 3;
export const REMINDER_DAYS = 30;
export const REMINDER_TIMES = 2;
/** At most one promotion per member in these days. */
export const PROMOTION_DAYS = 7;
/** How long an announcement is sent: members in their night, or with a promotion this week, get it later in these days. */
export const ANNOUNCEMENT_DAYS = 3;
export const MESSAGE_CREDITS = 1;
export const PHOTO_CREDITS = 2;
export const GIFT_CREDITS = 3;
export const SIGNUP_CREDITS = 2;
/** Unpaid orders (product.md 7, card testing): per account or network in ten minutes, in a day, and per card. */
export const UNPAID_ORDERS_TEN_MINUTES = 7;
export const UNPAID_ORDERS_DAY = 20;
export const UNPAID_ORDERS_NETWORK_DAY = 60;
export const UNPAID_ORDERS_CARD_DAY = 7;
export const REFUND_DAYS = 14;
export const SEARCH_PAGE = 24;
/** Pages of a search that a visitor sees; the following are for members. */
export const VISITOR_SEARCH_PAGES = 5;
/** Views of profiles, searches and conversations by member, combined: per member, or per network for visitors (product.md 4). */
export const PROFILE_VIEWS_QUARTER_HOUR = 300;
export const PROFILE_VIEWS_DAY = 2_000;
export const SEARCH_LAST_PAGE = 100;
export const CHAT_PAGE = 30;
export const CHAT_LIST_MAX = 200;
export const HISTORY_FREE = 20;
export const LOGIN_TRIES = 5;
export const LOGIN_LOCK_MINUTES = 15;
export const LOGIN_TRIES_STRANGERS = 25;
/** Password hashes that wait for a core, from known browsers and from others; more get 503. */
export const PASSWORDS_WAITING = 50;
export const DEVICE_COOKIE_DAYS = 365;
/** Delay until a higher spending limit takes effect (product.md 7). */
export const SPENDING_RAISE_HOURS = 24;
/** How long a repeated sign-up counts as the same one. */
export const SIGNUP_REPEAT_SECONDS = 600;
export const CONFIRM_LINK_DAYS = 7;
export const RESET_LINK_MINUTES = 60;
export const RESET_MAILS_PER_DAY = 3;
export const MAIL_CHANGE_LINK_HOURS = 24;
export const MAIL_CHANGE_UNDO_HOURS = 48;
export const RETENTION_OFFER_HOURS = 24;
export const EXPORT_LINK_DAYS = 7;
export const CONFIRM_MAIL_PAUSE_SECONDS = 60;
export const CODE_DIGITS = 6;
export const CODE_TRIES = 5;
export const LOGIN_TICKET_SECONDS = 600;
export const RECOVERY_CODES = 10;
export const PASSKEYS_MAX = 10;
export const SIGNUP_MATCHES = 12;
export const SWIPE_STACK = 10;
export const SWIPE_REST_DAYS = 30;
export const FINDER_INTERESTS = 3;
export const FINDER_RESULTS = 12;
export const PROOF_SECONDS = 600;
export const BODY_BYTES = 65_536;
export const PHOTO_BYTES = 10_485_760;
/** Page forms per network in five minutes, checked before their body is read. */
export const PAGE_POSTS_PER_NETWORK = 300;
/** Fields beside the file of an upload, and concurrent uploads: per process, and per member. */
export const UPLOAD_FIELDS = 5;
export const UPLOADS_AT_ONCE = 16;
export const UPLOADS_AT_ONCE_MEMBER = 3;
/** Event streams per member; a new one closes the oldest. */
export const STREAMS_PER_MEMBER = 20;
export const PHOTO_PIXELS = 40_000_000;
/** Main photo and two more are clear for free members (product.md 2). */
export const PHOTOS_CLEAR_FREE = 3;
/** How long an uploaded chat photo waits to be sent. */
export const UNSENT_PHOTO_HOURS = 24;
/** Gifts in the receiver's own list, newest first. */
export const GIFTS_LISTED = 100;

// Direct debit: euro cents in 24 hours and in 30 days; the code that confirms a mandate; forms, and so codes, per day.
export const DEBIT_DAY_LIMIT = 10_000;
export const DEBIT_MONTH_LIMIT = 25_000;
export const DEBIT_CODE_SECONDS = 600;
export const DEBIT_CODE_TRIES = 5;
export const DEBIT_MANDATES_DAY = 4;
