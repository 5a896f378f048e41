// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {IRegistryRoles} from "../src/interfaces/IRegistryRoles.sol";
import {RegisterAgentBase} from "./base/RegisterAgentBase.sol";

contract RegistryRegisterAgentTest is RegisterAgentBase {
    // ----------------------------------------------------------------- a root

    function test_WhenARootNamesNoHaftungsperson() public onBothRoutes {
        Registration memory r = freshRegistration();
        r.haftungsperson = address(0);
        assertRefused(creator, registerCall(r), "Haftungsperson required");
    }

    function test_WhenNoWalletIsGiven() public onBothRoutes {
        Registration memory r = freshRegistration();
        r.agentWallet = address(0);
        assertRefused(creator, registerCall(r), "Agent wallet required");
    }

    function test_WhenTheScopeIsTooLong() public onBothRoutes {
        Registration memory r = freshRegistration();
        r.operationalScope = string(new bytes(1_001));
        assertRefused(creator, registerCall(r), "Operational scope too long");
    }

    function test_WhenTheScopeHas1000Bytes() public onBothRoutes {
        Registration memory r = freshRegistration();
        r.operationalScope = string(new bytes(1_000));
        checkRegistered(stranger, r, 0);
    }

    function test_WhenTheScopeIsEmpty() public onBothRoutes {
        Registration memory r = freshRegistration();
        r.operationalScope = "";
        checkRegistered(stranger, r, 0);
    }

    function test_WhenTheAgentIsSelfModifying() public onBothRoutes {
        Registration memory r = freshRegistration();
        r.selfModifying = true;
        checkRegistered(stranger, r, 0);
    }

    function test_WhenTheAgentIsARoot() public onBothRoutes {
        checkRegistered(stranger, freshRegistration(), 0);
        assertEq(agentId, 1, "numbers start at 1");
        assertTrue(registry.isRegisteredAndCompliant(freshRegistration().agentWallet), "the first attestation");
    }

    function testFuzz_WhenAnyRootIsRegistered(uint256 seed, Registration memory r, uint16 scopeLength)
        public
        onBothRoutes
    {
        r.parentAgentId = 0;
        if (scopeLength % 2 == 0) r.operationalScope = string(new bytes(scopeLength % 1_100));
        string memory reason = reasonAgainstRoot(r);
        if (bytes(reason).length == 0) checkRegistered(actorOf(seed), r, 0);
        else assertRefused(actorOf(seed), registerCall(r), reason);
    }

    // -------------------------------------------------------- a wallet in use

    function test_GivenTheWalletHasAnAgent() public onBothRoutes {
        assertRefused(stranger, registerCall(registration()), "Wallet already registered to another agent");
        assertRefused(wallet, registerCall(registration()), "Wallet already registered to another agent");
    }

    function test_GivenTheWalletsAgentIsSuspended() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Suspended);
        assertRefused(wallet, registerCall(registration()), "Wallet already registered to another agent");
    }

    function test_GivenTheWalletsAgentIsRevoked() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertRefused(wallet, registerCall(registration()), "Wallet already registered to another agent");
    }

    function test_GivenTheWalletsAgentIsTerminated() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Terminated);
        assertRefused(wallet, registerCall(registration()), "Wallet already registered to another agent");
    }

    // ------------------------------------------------------------ guard order

    function test_WhenSeveralGuardsFail() public onBothRoutes {
        send(owner, abi.encodeCall(IRegistryRoles.setMaxGenerationDepth, (0)));
        Registration memory r = registration();
        r.haftungsperson = address(0);
        r.operationalScope = string(new bytes(1_001));
        r.parentAgentId = agentId + 1;
        assertRefused(creator, registerCall(r), "Parent agent not found");
        r.parentAgentId = agentId;
        giveStatus(agentId, IRegistry.Status.Suspended);
        assertRefused(creator, registerCall(r), "Parent agent not active");
        send(regulator, abi.encodeCall(IRegistry.reactivateAgent, (agentId)));
        assertRefused(creator, registerCall(r), "Max generation depth exceeded");
        r.parentAgentId = 0;
        assertRefused(creator, registerCall(r), "Wallet already registered to another agent");
        r.agentWallet = address(0);
        assertRefused(creator, registerCall(r), "Haftungsperson required");
        r.haftungsperson = haftungsperson.addr;
        assertRefused(creator, registerCall(r), "Agent wallet required");
        r.agentWallet = makeActor("free").addr;
        assertRefused(creator, registerCall(r), "Operational scope too long");
    }

    function reasonAgainstRoot(Registration memory r) private view returns (string memory) {
        if (registry.isRegistered(r.agentWallet)) return "Wallet already registered to another agent";
        if (r.haftungsperson == address(0)) return "Haftungsperson required";
        if (r.agentWallet == address(0)) return "Agent wallet required";
        if (bytes(r.operationalScope).length > 1_000) return "Operational scope too long";
        return "";
    }
}
