-- expand: storage and printer of a device, as it reported them last
ALTER TABLE "devices" ADD COLUMN "condition" jsonb;
