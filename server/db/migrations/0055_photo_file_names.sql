ALTER TABLE "photos" ADD COLUMN "file_name" text;
