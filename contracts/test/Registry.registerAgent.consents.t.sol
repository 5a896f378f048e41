// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {RegisterAgentBase} from "./base/RegisterAgentBase.sol";

/// @dev `checkRegistered` works the consents out from the rules; here they stand as plain literals.
contract RegistryRegisterAgentConsentsTest is RegisterAgentBase {
    function test_WhenTheCreatorIsNoOtherParty() public onBothRoutes {
        assertConsents(checkRegistered(stranger, freshRegistration(), 0), false, false, true);
    }

    function test_WhenTheCreatorIsTheWallet() public onBothRoutes {
        Registration memory r = freshRegistration();
        r.agentWallet = stranger.addr;
        assertConsents(checkRegistered(stranger, r, 0), true, false, true);
    }

    function test_WhenTheCreatorIsTheHaftungsperson() public onBothRoutes {
        assertConsents(checkRegistered(haftungsperson, freshRegistration(), 0), false, true, true);
    }

    function test_WhenTheCreatorIsWalletAndHaftungsperson() public onBothRoutes {
        Registration memory r = freshRegistration();
        (r.agentWallet, r.haftungsperson) = (stranger.addr, stranger.addr);
        assertConsents(checkRegistered(stranger, r, 0), true, true, true);
    }

    function test_WhenAChildsCreatorIsNoPartyOfTheParent() public onBothRoutes {
        assertConsents(checkRegistered(stranger, child(), 1), false, false, false);
    }

    function test_WhenAChildsCreatorIsTheParentsWallet() public onBothRoutes {
        assertConsents(checkRegistered(wallet, child(), 1), false, false, true);
    }

    function test_WhenAChildsCreatorIsTheParentsCreator() public onBothRoutes {
        assertConsents(checkRegistered(creator, child(), 1), false, false, true);
    }

    function test_WhenAChildsCreatorIsTheParentsHaftungsperson() public onBothRoutes {
        Registration memory r = child();
        r.haftungsperson = stranger.addr;
        assertConsents(checkRegistered(haftungsperson, r, 1), false, false, true);
    }

    function test_WhenAChildsCreatorIsTheHaftungspersonItInherits() public onBothRoutes {
        Registration memory r = child();
        r.haftungsperson = address(0);
        assertConsents(checkRegistered(haftungsperson, r, 1), false, true, true);
    }

    function test_WhenAChildInheritsAHaftungspersonWhoDidNotCall() public onBothRoutes {
        Registration memory r = child();
        r.haftungsperson = address(0);
        assertConsents(checkRegistered(wallet, r, 1), false, false, true);
    }

    function test_WhenAChildRegistersItself() public onBothRoutes {
        Registration memory r = child();
        r.agentWallet = stranger.addr;
        assertConsents(checkRegistered(stranger, r, 1), true, false, false);
    }

    function test_WhenTheCreatorIsAGrandparentOnly() public onBothRoutes {
        Registration memory r = child();
        r.haftungsperson = stranger.addr;
        uint256 parent = register(stranger, r);
        r.agentWallet = makeActor("grandchild").addr;
        r.parentAgentId = parent;
        assertConsents(checkRegistered(wallet, r, 2), false, false, false);
    }

    function child() private view returns (Registration memory r) {
        r = freshRegistration();
        r.parentAgentId = agentId;
    }
}
