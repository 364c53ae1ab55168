export interface InvitationRow {
  id: number;
}
