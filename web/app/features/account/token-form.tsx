import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { Call } from "~/kernel/call.ts";
import { isCallFailure } from "~/kernel/call-failure.ts";
import { type Refused, refusedOf } from "~/kernel/form.ts";
import { Button } from "~/ui/button.tsx";
import { FormMessage } from "~/ui/form-message.tsx";

/** The one button of a page that a mail's link leads to: opening the page does nothing, pressing does. */
export function TokenForm({
  token,
  refused,
  children,
  more,
}: {
  token: string;
  refused: Refused | undefined;
  children: ReactNode;
  more?: ReactNode;
}) {
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" className="grid gap-4">
      <input type="hidden" name="token" value={token} />
      {more}
      <FormMessage>{refused?.message}</FormMessage>
      <Button type="submit" look="call" size="large" wide busy={busy}>
        {children}
      </Button>
    </Form>
  );
}

/** Does what the token is for; a token that is none, is spent or too old is `dead`. */
export async function spending<T>(
  call: Call,
  request: Request,
  act: (call: Call, token: string, fields: FormData) => Promise<T>,
) {
  const fields = await request.formData();
  try {
    return await act(call, String(fields.get("token")), fields);
  } catch (error) {
    if (isCallFailure(error) && [400, 404, 410].includes(error.status)) return { dead: true as const };
    return refusedOf(fields, error);
  }
}
