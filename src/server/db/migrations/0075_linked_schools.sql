-- expand: accounts of one person in several schools, the tokens that open one from another, and what sessions share
CREATE TABLE "linked_accounts" (
	"school_id" uuid NOT NULL,
	"of_school_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"proof" text NOT NULL,
	"linked_at" timestamptz NOT NULL,
	CONSTRAINT "linked_accounts_school_id_of_school_id_user_id_pk" PRIMARY KEY("school_id","of_school_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "linked_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "school_hand_overs" (
	"school_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"chain" uuid NOT NULL,
	"session_until" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"used_at" timestamptz,
	CONSTRAINT "school_hand_overs_school_id_token_hash_pk" PRIMARY KEY("school_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "school_hand_overs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "chain" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "linked_accounts_person_key" ON "linked_accounts" USING btree ("school_id","person_id","of_school_id");--> statement-breakpoint
CREATE INDEX "school_hand_overs_expires_idx" ON "school_hand_overs" USING btree ("school_id","expires_at");--> statement-breakpoint
CREATE POLICY "linked_accounts_tenant" ON "linked_accounts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "school_hand_overs_tenant" ON "school_hand_overs" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
