#!/usr/bin/python3
"""A window of WebKitGTK for WebKitWebDriver: MiniBrowser forgets everything when it is automated, this one stores on disk.

    webkit-browser.py PROFILE             stores cookies, databases and caches in that folder
    webkit-browser.py PROFILE --private   stores nothing: such a window refuses Blobs in IndexedDB

It has WebKit's drawn camera, which pages may use without being asked. Console messages go to the standard output.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

profile = sys.argv[1]
if "--private" in sys.argv:
    data = WebKit2.WebsiteDataManager(is_ephemeral=True)
else:
    data = WebKit2.WebsiteDataManager(base_data_directory=f"{profile}/data", base_cache_directory=f"{profile}/cache")
context = WebKit2.WebContext.new_with_website_data_manager(data)
if not data.is_ephemeral():
    cookies = f"{profile}/cookies.sqlite"
    context.get_cookie_manager().set_persistent_storage(cookies, WebKit2.CookiePersistentStorage.SQLITE)
settings = WebKit2.Settings(
    enable_media_stream=True,
    enable_mock_capture_devices=True,
    enable_write_console_messages_to_stdout=True,
)


def allow(_view, request):
    request.allow()
    return True


def open_window(_session):
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    view.connect("permission-request", allow)
    window = Gtk.Window(default_width=390, default_height=844)
    window.add(view)
    window.show_all()
    return view


def begin(_context, session):
    about = WebKit2.ApplicationInfo()
    about.set_name("WebKitGTK")
    session.set_application_info(about)
    session.connect("create-web-view", open_window)


context.set_automation_allowed(True)
context.connect("automation-started", begin)
Gtk.main()
